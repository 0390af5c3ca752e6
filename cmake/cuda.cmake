# libgntp_cuda.so, which the program loads where it finds it and a driver is there
# (src/device/cuda_plugin.h). The program itself does without CUDA, and is built without it, too.
if(NOT GNTP_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "GNTP_CUDA is '${GNTP_CUDA}'; it must be AUTO, ON or OFF")
endif()
if(GNTP_CUDA STREQUAL OFF)
  return()
endif()
include(CheckLanguage)
check_language(CUDA)
find_package(CUDAToolkit QUIET)
if(NOT CMAKE_CUDA_COMPILER OR NOT TARGET CUDA::cublas)
  if(GNTP_CUDA STREQUAL ON)
    message(FATAL_ERROR "GNTP_CUDA is ON, but nvcc or cuBLAS is not found (docs/gpu.md)")
  endif()
  message(STATUS "CUDA not found: no plug-in for GPUs is built (docs/gpu.md)")
  return()
endif()
if(CUDAToolkit_VERSION VERSION_LESS 12)  # has no C++20
  if(GNTP_CUDA STREQUAL ON)
    message(FATAL_ERROR "GNTP_CUDA is ON, but CUDA is ${CUDAToolkit_VERSION}; 12 or newer is needed (docs/gpu.md)")
  endif()
  message(STATUS "CUDA ${CUDAToolkit_VERSION} is older than 12: no plug-in for GPUs is built (docs/gpu.md)")
  return()
endif()

# Machine code for Ampere, Ada and Hopper, and code for drivers to compile for what comes after.
if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 80-real 89-real 90)
endif()
if(NOT CMAKE_CUDA_COMPILER_LAUNCHER)
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
enable_language(CUDA)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # of CMake 3.25, which is older than nvcc
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()

# cuBLAS is looked for where it usually is: in CUDA's own folder, and beside a Python module where
# pip has put it.
set(cublas_places
  /usr/local/cuda/lib64 "\$ORIGIN/../nvidia/cu${CUDAToolkit_VERSION_MAJOR}/lib" "\$ORIGIN/../nvidia/cublas/lib")

file(GLOB cuda_sources CONFIGURE_DEPENDS src/cuda/*.cu)
add_library(gntp_cuda MODULE ${cuda_sources})
set_target_properties(gntp_cuda PROPERTIES
  CUDA_VISIBILITY_PRESET hidden
  CUDA_RUNTIME_LIBRARY Static
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"  # beside the program
  BUILD_WITH_INSTALL_RPATH ON
  INSTALL_RPATH "${cublas_places};${CUDAToolkit_LIBRARY_DIR}")
target_include_directories(gntp_cuda PRIVATE src)
target_compile_options(gntp_cuda PRIVATE "SHELL:-Xcompiler -Wall,-Wextra" -O3)
target_link_libraries(gntp_cuda PRIVATE CUDA::cublas)
add_dependencies(gntp-cli gntp_cuda)
if(TARGET python_package)
  add_dependencies(python_package gntp_cuda)
endif()
install(TARGETS gntp_cuda LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gntp COMPONENT cuda)
