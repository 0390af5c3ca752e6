#!/bin/sh
# Installs what gntp is built with: tools/setup.sh [build|mpi|cluster|python|test|web|bench|check|docs|fuzz|package]
#
# On Debian and its relatives the missing packages are installed, as root or through sudo; when
# nothing is missing, nothing is done and nothing is printed. Elsewhere the list is printed, and the
# exit status says whether the tools are there all the same.
set -eu

say() { printf 'setup: %s\n' "$*" >&2; }

level=${1:-build}

packages='g++ libc6-dev cmake ninja-build pkg-config libfmt-dev libcli11-dev libtomlplusplus-dev
  nlohmann-json3-dev zlib1g-dev libzstd-dev liblzma-dev libicu-dev libxxhash-dev libhwy-dev libfaiss-dev
  libopenblas-pthread-dev robin-map-dev libserd-dev libcpp-httplib-dev'
tools='cmake ninja pkg-config'
headers='cblas.h fmt/format.h CLI/CLI.hpp toml++/toml.h nlohmann/json.hpp zlib.h zstd.h lzma.h unicode/brkiter.h xxhash.h hwy/highway.h faiss/Index.h tsl/robin_map.h serd-0/serd/serd.h httplib.h'

case $level in
  build) ;;
  mpi)  # several machines: optional, the program is built without it, too
    packages="$packages libopenmpi-dev openmpi-bin"
    tools="$tools mpirun"
    ;;
  cluster)  # ./run bench cluster; without iproute2 it leaves out the two hosts
    packages="$packages libopenmpi-dev openmpi-bin iproute2 python3"
    tools="$tools mpirun python3"
    ;;
  python)
    packages="$packages python3-dev pybind11-dev"
    headers="$headers pybind11/pybind11.h"
    ;;
  test)
    packages="$packages ccache libgtest-dev libgmock-dev python3-dev pybind11-dev python3-pytest python3-numpy
      python3-pandas python3-tqdm mypy python3-nbclient python3-nbformat python3-ipykernel groff-base graphviz zsh fish
      libopenmpi-dev openmpi-bin"
    tools="$tools python3"
    headers="$headers gtest/gtest.h gmock/gmock.h pybind11/pybind11.h"
    ;;
  web)
    packages="$packages chromium nodejs"
    # Where nodejs is not Debian's, it has npm in it and the package npm does not go with it.
    command -v npm >/dev/null 2>&1 || packages="$packages npm"
    tools="$tools chromium node npm"
    ;;
  bench)
    packages="$packages binutils libbenchmark-dev patchelf python3 python3-matplotlib"
    headers="$headers benchmark/benchmark.h"
    ;;
  docs)
    packages="$packages python3-dev pybind11-dev doxygen python3-sphinx python3-myst-parser python3-numpy"
    tools="$tools doxygen"
    headers="$headers pybind11/pybind11.h"
    ;;
  check)
    packages="$packages libgtest-dev libgmock-dev python3 clang clang-format clang-tidy"
    tools="$tools python3 clang++ clang-format clang-tidy"
    headers="$headers gtest/gtest.h gmock/gmock.h"
    ;;
  package)
    packages="$packages binutils debootstrap dpkg-dev file git groff-base gzip libopenmpi-dev lintian patchelf
      python3-dev pybind11-dev util-linux xz-utils"
    tools="$tools cpack dpkg-shlibdeps file lintian patchelf python3 xz"
    ;;
  fuzz)
    packages="$packages clang libclang-rt-14-dev"
    tools="$tools clang++"
    ;;
  *)
    say "unknown level '$level': one of build, mpi, cluster, python, test, web, bench, check, docs, fuzz, package"
    exit 2
    ;;
esac

has() { command -v "$1" >/dev/null 2>&1; }

# The packages of $packages that dpkg does not know as installed.
missing_packages() {
  for package in $packages; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=none
    [ "$state" = installed ] || printf '%s ' "$package"
  done
}

# The tools and headers that cannot be found, whatever put them there.
missing_pieces() {
  for tool in $tools; do
    has "$tool" || printf '%s ' "$tool"
  done
  compiler=${CXX:-}
  for candidate in c++ g++ clang++; do
    if [ -z "$compiler" ] && has "$candidate"; then compiler=$candidate; fi
  done
  if [ -z "$compiler" ]; then
    printf 'a-C++20-compiler '
    return
  fi
  for header in $headers; do
    printf '#if !__has_include(<%s>)\n#error missing\n#endif\n' "$header" |
      $compiler -E -x c++ - >/dev/null 2>&1 || printf '<%s> ' "$header"
  done
}

# Runs a command as root.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

if has apt-get && has dpkg-query; then
  missing=$(missing_packages)
  [ -n "$missing" ] || exit 0
  if [ "$(id -u)" -eq 0 ] || has sudo; then
    say "installing $missing"
    as_root apt-get update -q >&2 || say "apt-get update failed; going on with the lists there are"
    # shellcheck disable=SC2086  # one word per package
    if as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -q -y --no-install-recommends $missing >&2; then
      exit 0
    fi
    say "apt-get could not install all of: $missing"
  else
    say "these packages are missing, and only root can install them: $missing"
  fi
else
  missing=$packages
fi

pieces=$(missing_pieces)
[ -n "$pieces" ] || exit 0
say "not found: $pieces"
say "gntp is built with these Debian 12 packages (or your system's equivalents): $missing"
exit 1
