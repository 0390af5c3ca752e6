# gntp in a container:
#
#   docker build -t gntp .
#   docker run --rm -v "$PWD:/work" gntp train data --out run
#
# tests/packages/bare_system.sh runs these steps without docker: it knows FROM, WORKDIR, COPY, RUN and ENTRYPOINT.
FROM debian:12 AS build
WORKDIR /source
COPY . .
RUN ./run packages

FROM debian:12-slim
COPY --from=build /source/build/packages/gntp_*.deb /tmp/packages/
RUN apt-get update && \
    apt-get install -y --no-install-recommends /tmp/packages/gntp_*.deb && \
    rm -rf /tmp/packages /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["gntp"]
