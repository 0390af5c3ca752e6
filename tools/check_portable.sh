#!/bin/sh
# Checks that a tarball of tools/make_tarball.sh keeps its promise: tools/check_portable.sh TARBALL
#
# - no symbol needs a glibc newer than 2.35;
# - all libraries but glibc's are taken from the tarball; the plug-in for GPUs alone takes cuBLAS from the system;
# - the program runs from any folder, through a link, with an empty environment.
# Prints what is wrong and exits 1.
set -eu

highest=2.35
of_glibc='^(libc[.]so[.]6|libm[.]so[.]6|libdl[.]so[.]2|libpthread[.]so[.]0|librt[.]so[.]1|ld-linux-x86-64[.]so[.]2)$'
status=0

complain() {
  printf 'portable: %s\n' "$*" >&2
  status=1
}

if [ "$#" -ne 1 ] || [ ! -f "$1" ]; then
  printf 'usage: tools/check_portable.sh TARBALL\n' >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -C "$work" -xf "$1"
unpacked=$(find "$work" -mindepth 1 -maxdepth 1)
folder="$work/another place/moved"
mkdir "$work/another place"
mv "$unpacked" "$folder"
program="$folder/bin/gntp"

# The versions of a library's symbols that a file asks for, e.g. asked FILE GLIBC.
asked() {
  objdump -T "$1" | sed -n "s/.*[*]UND[*].*[(]\{0,1\}$2_\([0-9.]*\)[)]\{0,1\} .*/\1/p" | sort -u
}

# is_newer A B: whether version A comes after B.
is_newer() {
  [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | tail -n 1)" = "$1" ]
}

runtime=$(objdump -T "$folder/lib/gntp/libstdc++.so.6" | grep -o 'GLIBCXX_[0-9.]*' | sort -u)
for file in "$program" "$folder"/lib/gntp/*; do
  name=${file#"$folder/"}
  for version in $(asked "$file" GLIBC); do
    if is_newer "$version" "$highest"; then complain "$name needs glibc $version; $highest is promised"; fi
  done
  # Also those that no symbol is left of: the loader wants them all.
  for version in $(objdump -p "$file" | sed -n 's/^ *0x[0-9a-f]* 0x[0-9a-f]* [0-9]* GLIBC_\([0-9.]*\)$/\1/p'); do
    if is_newer "$version" "$highest"; then complain "$name asks for glibc $version; $highest is promised"; fi
  done
  for version in $(asked "$file" GLIBCXX); do
    echo "$runtime" | grep -qx "GLIBCXX_$version" || complain "$name needs GLIBCXX_$version; lib/gntp has not"
  done
  for needed in $(objdump -p "$file" | awk '$1 == "NEEDED" { print $2 }'); do
    echo "$needed" | grep -Eq "$of_glibc" || [ -e "$folder/lib/gntp/$needed" ] ||
      [ "${name##*/}:${needed%%.so*}" = libgntp_cuda.so:libcublas ] ||
      complain "$name takes $needed from the system"
  done
done

# What the loader really does.
ldd "$program" | sed -n 's/^[[:space:]]*\([^ ]*\) => \(.*\) (0x.*/\1 \2/p; s/.*not found/& -/p' >"$work/loaded"
while read -r library path; do
  echo "$library" | grep -Eq "$of_glibc" && continue
  case $(readlink -f "$path") in
    "$(readlink -f "$folder")"/*) ;;
    *) complain "$library is loaded from $path" ;;
  esac
done <"$work/loaded"

ln -s "$program" "$work/linked"
for command in "$program" "$work/linked"; do
  (cd / && env -i "$command" version) >"$work/version" || complain "'$command version' fails"
done
run=$work/run
env -i "$work/linked" train "$folder/share/gntp/data/countries/S1" --preset countries-s1 --quiet --no-eval \
  --time-limit 20s --out "$run" || complain "'gntp train' fails"
env -i "$work/linked" predict "$run" 'locatedIn(syria, ?)' --top 1 >/dev/null || complain "'gntp predict' fails"

[ "$status" -ne 0 ] || printf 'portable: %s keeps its promise\n' "$(basename -- "$1")" >&2
exit "$status"
