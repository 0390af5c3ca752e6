# Builds examples/embed against an installed gntp, as a stranger would, and runs it:
#
#   cmake -DPREFIX=... -DSOURCE=... -DWORK=... -DCOMPILER=... -DFLAGS=... -DSTATIC=ON|OFF -P embed.cmake
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${out}${err}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

function(expect text part)
  string(FIND "${text}" "${part}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "expected '${part}' in:\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run(${CMAKE_COMMAND} -S "${SOURCE}/examples/embed" -B "${WORK}/build"
  -DCMAKE_PREFIX_PATH=${PREFIX} -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}"
  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DEMBED_STATIC=${STATIC})
run(${CMAKE_COMMAND} --build "${WORK}/build")

# It saw nothing but the installed headers and the system's own.
file(READ "${WORK}/build/compile_commands.json" commands)
string(REGEX MATCHALL "(-I|-isystem) *[^ \"]+" includes "${commands}")
list(LENGTH includes count)
if(count EQUAL 0)
  message(FATAL_ERROR "expected an include path in:\n${commands}")
endif()
foreach(include IN LISTS includes)
  expect("${include}" "${PREFIX}/include")
endforeach()

# The presets and data are those of the prefix.
run(${CMAKE_COMMAND} -E env "GNTP_HOME=${PREFIX}/share/gntp"
  "${WORK}/build/embed" "${PREFIX}/share/gntp/data/countries/S2" "${WORK}/run")
expect("${out}" "asia")
expect("${out}" "locatedIn(syria, asia)   score")
expect("${out}" "rule  locatedIn(X, Y) :- ")

# The installed program opens what the library has saved, and agrees with it.
string(REGEX MATCH "asia ([0-9.]+)" first "${out}")
set(score "${CMAKE_MATCH_1}")
run("${PREFIX}/bin/gntp" predict "${WORK}/run" "locatedIn(syria, ?)" --json)
string(JSON answer GET "${out}" answers 0 answer)
string(JSON known_score GET "${out}" answers 0 score)
if(NOT answer STREQUAL "asia")
  message(FATAL_ERROR "expected asia first in:\n${out}")
endif()
string(SUBSTRING "${known_score}" 0 5 known_score)
expect("${score}" "${known_score}")

if(NOT STATIC)
  # The shared library shows nothing but our own names.
  file(GLOB library "${PREFIX}/lib/libgntp.so")
  if(NOT library)
    file(GLOB library "${PREFIX}/lib/*/libgntp.so")
  endif()
  run(nm -D --defined-only -C "${library}")
  expect("${out}" "gntp::Engine::predict")
  string(REGEX REPLACE "[^\n]* (gntp::|(typeinfo|typeinfo name|vtable) for gntp::)[^\n]*\n" "" others "${out}")
  string(STRIP "${others}" others)
  if(NOT others STREQUAL "")
    message(FATAL_ERROR "exported besides ours:\n${others}")
  endif()
  expect("${out}" "gntp::Settings::preset")
  string(FIND "${out}" "gntp::Reasoner" inner)
  if(NOT inner EQUAL -1)
    message(FATAL_ERROR "gntp::Reasoner is exported")
  endif()
endif()
