#!/bin/sh
# Makes the tarball that runs on any x86-64 Linux with glibc 2.35 or newer: tools/make_tarball.sh BUILD OUT
#
# BUILD is a build folder of the preset `package` with the target gntp-portable; the tarball goes into the folder OUT.
# All libraries but glibc's are copied into lib/gntp beside the program, with the licences of their Debian packages.
set -eu

say() { printf 'tarball: %s\n' "$*" >&2; }

if [ "$#" -ne 2 ] || [ ! -x "$1/gntp-portable" ]; then
  say "usage: tools/make_tarball.sh BUILD OUT; BUILD/gntp-portable is made by './run tarball'"
  exit 2
fi
build=$(CDPATH='' cd -- "$1" && pwd)
mkdir -p "$2"
out=$(CDPATH='' cd -- "$2" && pwd)
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

glibc=2.35
version=$("$build/gntp" version | sed -n '1s/^gntp //p')
name=gntp-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$work/$name
libraries=$folder/lib/gntp
licences=$folder/share/doc/gntp/licences
mkdir -p "$libraries" "$licences"

for component in program documents licence; do
  cmake --install "$build" --prefix "$folder" --component "$component" --strip >/dev/null
done
install -m 755 "$build/gntp-portable" "$folder/bin/gntp"
strip "$folder/bin/gntp"

# Every library that the loader finds for the program, but glibc's: 'NAME PATH' lines.
bundled() {
  ldd "$build/gntp-portable" | awk '
    $2 == "=>" && $1 !~ /^(libc|libm|libdl|libpthread|librt|ld-linux-x86-64)[.]so/ { print $1, $3 }'
}

# The Debian package that a file is of. Where /lib is a link to /usr/lib, either name may be the known one.
package_of() {
  real=$(readlink -f "$1")
  { dpkg -S "$real" || dpkg -S "${real#/usr}"; } 2>/dev/null | sed -n '1s/:.*//p'
}

# add_licence PACKAGE: its copyright file, and the common licences that it refers to.
add_licence() {
  cp "/usr/share/doc/$1/copyright" "$licences/$1"
  grep -o '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$licences/$1" | sort -u |
    while read -r text; do
      [ ! -e "$text" ] || cp -L "$text" "$licences/"
    done
}

list=$licences/README.md
cat >"$list" <<'TEXT'
# What this tarball contains besides gntp

gntp itself is under the MIT licence (LICENSE). These libraries of Debian 12 are in `lib/gntp`, or compiled into the
program; each name is a file here with the copyright and licence, and the licences that several share are beside them.

| package | version | what |
|---|---|---|
TEXT

describe() {
  # shellcheck disable=SC2016  # dpkg-query replaces ${Version}
  printf '| %s | %s | %s |\n' "$1" "$(dpkg-query -W -f '${Version}' "$1")" "$2" >>"$list"
  add_licence "$1"
}

bundled | while read -r library path; do
  [ -e "$path" ] || {
    say "$library is not found; is everything of tools/setup.sh installed?"
    exit 1
  }
  cp -L "$path" "$libraries/$library"
  chmod 644 "$libraries/$library"
  strip --strip-unneeded "$libraries/$library"
  package=$(package_of "$path")
  [ -n "$package" ] || {
    say "$path is of no Debian package: its licence is not known; install Debian's"
    exit 1
  }
  describe "$package" "$library"
done
for package in libfaiss-dev libcli11-dev nlohmann-json3-dev robin-map-dev; do
  describe "$package" "compiled into the program"
done

# The plug-in for GPUs, where nvcc has built it. cuBLAS is large and comes with CUDA: it is taken from where the GPU is.
plugin=libgntp_cuda.so
if [ -e "$build/$plugin" ]; then
  install -m 644 "$build/$plugin" "$libraries/$plugin"
  strip --strip-unneeded "$libraries/$plugin"
  nvcc=$(sed -n 's/^CMAKE_CUDA_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
  licence=$(dirname "$(dirname "$(readlink -f "$nvcc")")")/EULA.txt
  [ ! -e "$licence" ] || cp "$licence" "$licences/cuda"
  printf '| cuda | | the CUDA runtime, compiled into %s |\n' "$plugin" >>"$list"
fi

# The program brings along the one function of a newer glibc (src/app/portable/arc4random.cc).
"$tools/lower_glibc.py" "$libraries/libstdc++.so.6" "$glibc" arc4random
for library in "$libraries"/*; do
  [ "$library" != "$libraries/$plugin" ] || continue  # it has its own
  # shellcheck disable=SC2016  # the loader replaces $ORIGIN
  patchelf --force-rpath --set-rpath '$ORIGIN' "$library"
done

# The same files make the same bytes.
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" \
  -cf - "$name" | xz -T0 -6 >"$out/$name.tar.xz"
say "made $out/$name.tar.xz"
