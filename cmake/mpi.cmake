# libgntp_mpi.so, which the program loads where mpirun or srun has started several processes
# (src/base/communicator_plugin.h). The program itself does without MPI, and is built without it, too.
pkg_search_module(mpi QUIET IMPORTED_TARGET ompi-c mpich)
if(NOT mpi_FOUND)
  message(STATUS "MPI not found: no plug-in for several machines is built (docs/cluster.md)")
  return()
endif()

add_library(gntp_mpi MODULE src/mpi/plugin.cc)
set_target_properties(gntp_mpi PROPERTIES
  CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")  # beside the program
target_include_directories(gntp_mpi PRIVATE src)
target_link_libraries(gntp_mpi PRIVATE PkgConfig::mpi gntp_flags)
add_dependencies(gntp-cli gntp_mpi)
install(TARGETS gntp_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gntp COMPONENT mpi)
