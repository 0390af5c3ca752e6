# Builds examples/embed against an installed gntp, as a stranger would, and runs it:
#
#   cmake -DPREFIX=... -DSOURCE=... -DWORK=... -DCOMPILER=... -DFLAGS=... -DKIND=shared|static -P embed.cmake
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

# Runs the program, and the installed gntp on what it has saved: they must agree.
function(check_program program run)
  file(REMOVE_RECURSE "${run}")
  run(${CMAKE_COMMAND} -E env "GNTP_HOME=${PREFIX}/share/gntp" "LD_LIBRARY_PATH=${library_folder}"
    "${program}" "${PREFIX}/share/gntp/data/countries/S2" "${run}")
  expect("${out}" "locatedIn(syria, asia)   score")
  expect("${out}" "rule  locatedIn(X, Y) :- ")
  string(REGEX MATCH "^([a-z_]+) ([0-9.]+)" first "${out}")
  set(answer "${CMAKE_MATCH_1}")
  string(SUBSTRING "${CMAKE_MATCH_2}" 0 5 score)
  run("${PREFIX}/bin/gntp" predict "${run}" "locatedIn(syria, ?)" --json)
  string(JSON first_answer GET "${out}" answers 0 answer)
  string(JSON first_score GET "${out}" answers 0 score)
  if(NOT answer STREQUAL first_answer)
    message(FATAL_ERROR "the program says ${answer}, gntp says ${first_answer}")
  endif()
  expect("${first_score}" "${score}")
endfunction()

file(GLOB library "${PREFIX}/lib/libgntp.so" "${PREFIX}/lib/*/libgntp.so")
get_filename_component(library_folder "${library}" DIRECTORY)

# With find_package.
set(static OFF)
if(KIND STREQUAL static)
  set(static ON)
endif()
file(REMOVE_RECURSE "${WORK}")
run(${CMAKE_COMMAND} -S "${SOURCE}/examples/embed" -B "${WORK}/build"
  -DCMAKE_PREFIX_PATH=${PREFIX} -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}"
  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DEMBED_STATIC=${static})
run(${CMAKE_COMMAND} --build "${WORK}/build")
check_program("${WORK}/build/embed" "${WORK}/run")

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

if(KIND STREQUAL static)
  # A program that contains gntp does not need the shared library.
  run(ldd "${WORK}/build/embed")
  string(FIND "${out}" "libgntp" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "linked with the shared library:\n${out}")
  endif()
  return()
endif()

# With pkg-config.
run(${CMAKE_COMMAND} -E env "PKG_CONFIG_PATH=${library_folder}/pkgconfig"
  pkg-config --cflags --libs gntp)
separate_arguments(arguments UNIX_COMMAND "${FLAGS} -std=c++20 ${SOURCE}/examples/embed/main.cpp ${out}")
run(${COMPILER} ${arguments} -o "${WORK}/by_pkg_config")
check_program("${WORK}/by_pkg_config" "${WORK}/run2")

# The shared library shows nothing but public names.
run(nm -D --defined-only -C "${library}")
expect("${out}" "gntp::Engine::predict")
foreach(line IN ITEMS "gntp::Reasoner" "State::State" "faiss" "std::vector<")
  string(REGEX MATCH "[TWVBD] ${line}" found "${out}")
  if(found)
    message(FATAL_ERROR "exported: ${found}")
  endif()
endforeach()
string(REGEX REPLACE "[^\n]* (gntp::|(typeinfo|typeinfo name|vtable) for gntp::)[^\n]*\n" "" others "${out}")
string(STRIP "${others}" others)
if(NOT others STREQUAL "")
  message(FATAL_ERROR "exported besides ours:\n${others}")
endif()
