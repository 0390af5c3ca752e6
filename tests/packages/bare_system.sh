#!/bin/sh
# Tries the packages, the tarball and the container on a bare Debian 12: tests/packages/bare_system.sh [PART]...
#
#   packages   each .deb of build/packages is installed in a fresh system, and used
#   tarball    the tarball is unpacked in a system that has none of gntp's libraries, and used
#   container  the steps of the Dockerfile are run, and its program is used; this builds gntp from scratch
#
# All parts without arguments. The systems are folders under build/bare, made by debootstrap from the mirror that apt
# is configured with here; the first one is kept as build/bare/base.tar. Needs root. CCACHE_DIR, where it is set, speeds
# the container's build up.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
cd "$root"
bare=$root/build/bare
packages=$root/build/packages

say() { printf 'bare system: %s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# The mirror of Debian 12 that apt uses.
mirror() {
  # shellcheck disable=SC2016  # apt-get replaces $(REPO_URI)
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1
}

# in_system NAME COMMAND...: runs it there, with what a system needs mounted for as long as it runs.
in_system() {
  system=$bare/$1
  shift
  # shellcheck disable=SC2016  # the inner shell expands them
  unshare --mount --propagation private sh -c '
    set -eu
    system=$1
    shift
    mount -t proc proc "$system/proc"
    mount --rbind /dev "$system/dev"
    if [ -n "${CCACHE_DIR:-}" ]; then
      mkdir -p "$system/ccache"
      mount --bind "$CCACHE_DIR" "$system/ccache"
      set -- CCACHE_DIR=/ccache CCACHE_BASEDIR=/source CCACHE_NOHASHDIR=1 "$@"
    fi
    exec chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive JOBS="${JOBS:-}" "$@"' sh "$system" "$@" </dev/null
}

# What apt needs to reach the mirror, as it is configured here.
configure_network() {
  cp /etc/resolv.conf "$bare/$1/etc/resolv.conf"
  apt-config dump | grep '^Acquire::\(Check-Valid-Until\|http\|https\)' >"$bare/$1/etc/apt/apt.conf.d/99host" || :
}

# make_base: a bare system, packed.
make_base() {
  [ ! -e "$bare/base.tar" ] || return 0
  from=$(mirror)
  [ -n "$from" ] || die "apt knows no mirror of Debian 12 (bookworm); add one to /etc/apt and run 'apt-get update'"
  say "debootstrap"
  rm -rf "$bare/base"
  mkdir -p "$bare"
  debootstrap --variant=minbase bookworm "$bare/base" "$from" >"$bare/debootstrap.log" 2>&1 ||
    die "debootstrap failed; see $bare/debootstrap.log"
  configure_network base
  in_system base apt-get update -q >>"$bare/debootstrap.log" 2>&1 || die "no network there; see $bare/debootstrap.log"
  tar -C "$bare/base" -cf "$bare/base.tar.new" .
  mv "$bare/base.tar.new" "$bare/base.tar"
  rm -rf "$bare/base"
}

# fresh NAME: a new bare system of that name.
fresh() {
  make_base
  rm -rf "${bare:?}/$1"
  mkdir -p "$bare/$1"
  tar -C "$bare/$1" -xf "$bare/base.tar"
  configure_network "$1"
}

# quietly NAME COMMAND...: in that system; what it says is shown if it fails.
quietly() {
  in_system "$@" >"$bare/$1.log" 2>&1 || {
    tail -n 40 "$bare/$1.log" >&2
    die "failed in build/bare/$1: $*"
  }
}

# The packages as a place that apt installs from.
offer_packages() {
  mkdir "$bare/$1/packages"
  cp "$packages"/*.deb "$bare/$1/packages/"
  (cd "$bare/$1/packages" && dpkg-scanpackages . >Packages 2>/dev/null)
  echo 'deb [trusted=yes] file:/packages ./' >"$bare/$1/etc/apt/sources.list.d/packages.list"
  quietly "$1" apt-get update -q
}

# try_program SYSTEM PROGRAM SHARE: trains on the data that come along, asks and explains.
try_program() {
  cp tests/packages/smoke.sh "$bare/$1/smoke.sh"
  in_system "$1" sh /smoke.sh "$2" "$3" >&2 || die "the program does not work in build/bare/$1"
}

install_package() {
  fresh "$1"
  offer_packages "$1"
  quietly "$1" apt-get install -q -y --no-install-recommends "$@"
}

# A package that is removed takes everything along.
remove_package() {
  quietly "$1" apt-get purge -q -y "$2"
  left=$(find "$bare/$1/usr" -path '*/share/doc' -prune -o -name '*gntp*' -print)
  [ -z "$left" ] || die "$2 leaves behind: $left"
}

try_packages() {
  library=$(basename "$packages"/libgntp[0-9]*.deb | sed 's/_.*//')

  say "package gntp"
  install_package gntp
  try_program gntp gntp /usr/share/gntp
  for file in man/man1/gntp.1.gz man/man1/gntp-train.1.gz bash-completion/completions/gntp \
    zsh/vendor-completions/_gntp fish/vendor_completions.d/gntp.fish; do
    [ -s "$bare/gntp/usr/share/$file" ] || die "gntp: /usr/share/$file is missing"
  done
  remove_package gntp gntp

  say "package $library"
  install_package "$library"
  in_system "$library" sh -c 'ldconfig -p | grep libgntp.so && ! ldd /usr/lib/*/libgntp.so.* | grep "not found"' >&2 ||
    die "$library: the loader does not find the library or what it needs"

  say "package libgntp-dev"
  install_package libgntp-dev g++ pkg-config
  cp examples/embed/main.cpp "$bare/libgntp-dev/embed.cpp"
  # shellcheck disable=SC2016  # the inner shell expands it
  quietly libgntp-dev sh -c 'g++ -std=c++20 /embed.cpp -o /embed $(pkg-config --cflags --libs gntp) &&
    /embed /usr/share/gntp/data/countries/S1 /tmp/run && rm -r /tmp/run'

  say "package gntp-doc"
  install_package gntp-doc
  [ -s "$bare/gntp-doc/usr/share/doc/gntp/docs/guide.md" ] || die "gntp-doc: the guide is missing"
}

try_tarball() {
  say "tarball"
  fresh tarball
  mkdir "$bare/tarball/opt/gntp"
  tar -C "$bare/tarball/opt/gntp" --strip-components=1 -xf "$packages"/gntp-*-linux-x86_64.tar.xz
  ln -s /opt/gntp/bin/gntp "$bare/tarball/usr/local/bin/gntp"
  [ -z "$(find "$bare/tarball/usr/lib" -name 'libopenblas*' -o -name 'libicu*')" ] ||
    die "the system is not bare: it has libraries that gntp uses"
  try_program tarball /usr/local/bin/gntp /opt/gntp/share/gntp
}

# The instructions of a Dockerfile, one a line.
instructions() {
  sed -e '/^[[:space:]]*#/d' -e '/^[[:space:]]*$/d' Dockerfile |
    sed -e ':join' -e '/\\$/{N;s/\\\n[[:space:]]*//;b join' -e '}'
}

# copy_into STAGE FOLDER ARGUMENTS: COPY [--from=OTHER] SOURCE... TARGET; without --from the checkout is copied from.
copy_into() {
  target=$bare/$1
  folder=$2
  shift 2
  case $1 in
    --from=*)
      source=$bare/stage-${1#--from=}
      shift
      for last; do :; done
      mkdir -p "$target$last"
      while [ "$#" -gt 1 ]; do
        # shellcheck disable=SC2086  # the Dockerfile's patterns are expanded there
        cp -r "$source"$1 "$target$last"
        shift
      done
      ;;
    .)
      tar --exclude-from=.dockerignore -cf - . | tar -C "$target$folder" --no-same-owner -xf -
      ;;
    *) die "Dockerfile: COPY $*: only '.' and --from=STAGE are known here" ;;
  esac
}

try_container() {
  instructions >"$bare/instructions"
  stage=none
  folder=/
  while read -r instruction rest; do
    say "Dockerfile: $instruction $rest"
    case $instruction in
      FROM)
        case $rest in
          'debian:12 AS '*) stage=stage-${rest##* } ;;
          debian:12-slim) stage="stage-final" ;;
          *) die "Dockerfile: FROM $rest: only debian:12 is known here" ;;
        esac
        fresh "$stage"
        folder=/
        if [ -n "${CCACHE_DIR:-}" ]; then quietly "$stage" apt-get install -q -y --no-install-recommends ccache; fi
        ;;
      WORKDIR)
        folder=$rest
        mkdir -p "$bare/$stage$folder"
        ;;
      COPY)
        # shellcheck disable=SC2086  # one word per argument
        copy_into "$stage" "$folder" $rest
        ;;
      RUN) quietly "$stage" sh -c "cd $folder && $rest" ;;
      ENTRYPOINT) entry=$(echo "$rest" | tr -d '[]"') ;;
      *) die "Dockerfile: $instruction is not known here; add it to $0" ;;
    esac
  done <"$bare/instructions"
  try_program "$stage" "$entry" /usr/share/gntp
}

if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
  say "NOT TESTED: needs root and debootstrap"
  exit 0
fi
[ "$#" -gt 0 ] || set -- packages tarball container
mkdir -p "$bare"
for part; do
  case $part in
    packages | tarball | container) "try_$part" ;;
    *) die "no part '$part': packages, tarball, container" ;;
  esac
  say "$part: good"
done
