# The Python module: gntp._core beside the package's files, as a folder that PYTHONPATH may name.
# The package goes into wheels by tools/python_build.py, and into a Debian package.
set(GNTP_PYTHON_EXECUTABLE "" CACHE FILEPATH "The Python to build the module for; empty: the system's")
set(Python_EXECUTABLE "${GNTP_PYTHON_EXECUTABLE}")
if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3)
endif()
set(PYBIND11_FINDPYTHON ON)
find_package(Python QUIET COMPONENTS Interpreter Development.Module)
find_package(pybind11 QUIET)
if(NOT Python_Development.Module_FOUND OR NOT pybind11_FOUND)
  message(STATUS "pybind11 or Python's headers not found: no Python module is built")
  return()
endif()

set(python_package "${PROJECT_BINARY_DIR}/python/gntp")
file(GLOB python_sources CONFIGURE_DEPENDS python/src/*.cc)
file(GLOB python_files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/python/gntp"
  python/gntp/*.py python/gntp/*.pyi python/gntp/py.typed)
pybind11_add_module(gntp_python MODULE NO_EXTRAS ${python_sources})
# It has no place of libraries in it that wheels would replace: patchelf writes over the names of functions where the
# linker has merged them with the end of such a place.
set_target_properties(gntp_python PROPERTIES
  OUTPUT_NAME _core
  BUILD_WITH_INSTALL_RPATH ON
  CXX_VISIBILITY_PRESET hidden
  LIBRARY_OUTPUT_DIRECTORY "${python_package}")
target_link_libraries(gntp_python PRIVATE gntp_static fmt::fmt gntp_flags)
# Other libraries' symbols stay inside.
target_link_options(gntp_python PRIVATE LINKER:--exclude-libs,ALL)
foreach(file IN LISTS python_files)
  add_custom_command(OUTPUT "${python_package}/${file}"
    COMMAND ${CMAKE_COMMAND} -E create_symlink
      "${PROJECT_SOURCE_DIR}/python/gntp/${file}" "${python_package}/${file}"
    DEPENDS "${PROJECT_SOURCE_DIR}/python/gntp/${file}")
  list(APPEND python_links "${python_package}/${file}")
endforeach()
add_custom_target(python_package ALL DEPENDS gntp_python ${python_links})

# Not part of a plain installation: pip and Debian's packages know where modules belong.
set(python_folder lib/python3/dist-packages/gntp)
list(TRANSFORM python_files PREPEND "${PROJECT_SOURCE_DIR}/python/gntp/" OUTPUT_VARIABLE python_installed)
install(TARGETS gntp_python LIBRARY DESTINATION ${python_folder} COMPONENT python EXCLUDE_FROM_ALL)
install(FILES ${python_installed} DESTINATION ${python_folder} COMPONENT python EXCLUDE_FROM_ALL)

if(GNTP_TESTS AND GTest_FOUND)
  # A sanitizer's runtime must come first in a program that was built without it.
  set(python_environment "PYTHONPATH=${PROJECT_BINARY_DIR}/python" "GNTP_BINARY=$<TARGET_FILE:gntp-cli>")
  if(GNTP_SANITIZE MATCHES address)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so
      OUTPUT_VARIABLE asan OUTPUT_STRIP_TRAILING_WHITESPACE)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.so
      OUTPUT_VARIABLE stdcxx OUTPUT_STRIP_TRAILING_WHITESPACE)
    list(APPEND python_environment "LD_PRELOAD=${asan} ${stdcxx}" "ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=1")
  endif()
  foreach(part module examples types)
    add_test(NAME python.${part}
      COMMAND ${Python_EXECUTABLE} "${PROJECT_SOURCE_DIR}/tests/python/run.py" ${part}
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(python.${part} PROPERTIES
      TIMEOUT 600 ENVIRONMENT "${python_environment}")
  endforeach()
  set_tests_properties(python.types PROPERTIES ENVIRONMENT "MYPYPATH=${PROJECT_SOURCE_DIR}/python")
endif()
