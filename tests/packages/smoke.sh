#!/bin/sh
# Whether an installed gntp works: smoke.sh PROGRAM SHARE, with SHARE the folder of its presets and data.
set -eu

program=$1
share=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has() { grep -q "$1" "$work/out" || { printf 'smoke: expected "%s" in:\n' "$1" && cat "$work/out" && exit 1; }; }

"$program" version >"$work/out"
has '^gntp [0-9]'
"$program" train "$share/data/countries/S1" --preset countries-s1 --quiet --out "$work/run" >"$work/out"
has test
"$program" predict "$work/run" 'locatedIn(syria, ?)' --top 1 >"$work/out"
has asia
"$program" explain "$work/run" 'locatedIn(syria, asia)' >"$work/out"
has 'locatedIn(syria, asia)   score'
"$program" help presets >"$work/out"
has "$share/presets"
printf 'smoke: %s works\n' "$("$program" version | head -n 1)"
