#!/bin/sh
# Checks that every #include "layer/..." under src/ points downward:
#
#   app -> {compare, report, serve} -> engine -> {learn, rank, explain, mine} -> {prover, predict} -> index -> device
#   -> model -> kb -> base
#   engine -> text -> kb
#
# A layer may include itself; prover and predict do not see each other, nor do learn, rank, explain and
# mine, nor compare, report and serve, and nothing between kb and engine sees text. mpi and cuda are plug-ins:
# mpi sees base, cuda sees device, and nobody sees them. The public headers, <gntp/...>, are below everything.
# Calls that read, write, name or remove files stand in base/file_calls.cc alone, where tests can make
# them fail.
# Prints file:line for each violation and exits 1.
# Usage: tools/check_layers.sh [ROOT]
set -eu

cd "${1:-$(dirname -- "$0")/..}"

# The folders directly under src/, then every source file below them.
{
  find src -mindepth 1 -maxdepth 1 -type d
  find src -type f \( -name '*.cc' -o -name '*.cu' -o -name '*.h' -o -name '*.inc' \) | LC_ALL=C sort
} | awk '
  BEGIN {
    top = split("base kb model device index prover", below, " ")
    for (i = 1; i <= top; i++) height[below[i]] = i
    height["predict"] = top
    height["learn"] = height["rank"] = height["explain"] = height["mine"] = top + 1
    height["engine"] = top + 2
    height["compare"] = height["report"] = height["serve"] = top + 3
    height["app"] = top + 4
    height["text"] = top + 1
    beside["text"] = "model device index prover predict"
    height["mpi"] = height["cuda"] = top + 5
    beside["mpi"] = "kb text model device index prover predict learn rank explain mine engine compare report serve app"
    beside["cuda"] = "base kb text model index prover predict learn rank explain mine engine compare report serve app"
    file_call = "(^|[^A-Za-z_>.])::(open|creat|p?read|p?write|fsync|fdatasync|rename|renameat2|link|linkat|unlink" \
      "|mkdir|rmdir|f?truncate|mmap)[(]|fopen[(]|[io]fstream" \
      "|fs::(create_director|remove|rename|resize_file|copy|directory_iterator|recursive_directory_iterator)"
  }

  {
    path = $0
    parts = split(path, part, "/")
    layer = part[2]
    if (!(layer in height)) complain(1, "src/" layer " is not a layer")
    else if (parts > 2) read_includes()
  }

  END { exit failed }

  function read_includes(    line, number, quoted) {
    while ((getline line < path) > 0) {
      number++
      if (path != "src/base/file_calls.cc" && line ~ file_call)
        complain(number, "use what base/file_calls.h, file.h, folder.h or staged_file.h offer")
      if (line !~ /^[ \t]*#[ \t]*include[ \t]*"/) continue
      split(line, quoted, "\"")
      check(number, quoted[2])
    }
    close(path)
  }

  function check(number, include,    target) {
    target = include
    sub(/\/.*/, "", target)
    if (target == include || target ~ /^\.\.?$/)
      complain(number, "write \"" include "\" as \"layer/file.h\"")
    else if (!(target in height))
      complain(number, "\"" include "\" is in no layer; other libraries go in <>")
    else if (target != layer && (height[target] >= height[layer] || is_beside(target)))
      complain(number, layer " must not include " target ": \"" include "\"")
  }

  # Whether the layer stands beside the target, though lower layers are below both.
  function is_beside(target) {
    return (layer in beside) && index(" " beside[layer] " ", " " target " ") > 0
  }

  function complain(number, what) {
    printf "%s:%d: %s\n", path, number, what
    failed = 1
  }
'
