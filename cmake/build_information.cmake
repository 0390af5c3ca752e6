# What `gntp version` tells about the build, for one file alone: a new commit compiles nothing else anew.
set(commit "")
find_package(Git QUIET)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --show-toplevel
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    OUTPUT_VARIABLE checkout OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  # Sources that somebody unpacked inside another checkout have no commit.
  file(REAL_PATH "${PROJECT_SOURCE_DIR}" real_source)
  if(checkout STREQUAL real_source)
    execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=12
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()

set_property(SOURCE src/engine/build_information.cc APPEND PROPERTY COMPILE_DEFINITIONS
  GNTP_COMMIT="${commit}"
  GNTP_BUILD_TYPE="${CMAKE_BUILD_TYPE}"
  GNTP_SANITIZERS="${GNTP_SANITIZE}"
  GNTP_IS_HARDENED=$<BOOL:${GNTP_HARDENED}>
  GNTP_SERD_VERSION="${serd_VERSION}"
  GNTP_ROBIN_MAP_VERSION="${tsl-robin-map_VERSION}")
