# Debian packages: `cpack` in a build folder of the preset `package`, or ./run packages.
#
#   gntp           the program, its manual, presets and data
#   libgntpX.Y     the shared library; two versions can be installed side by side
#   libgntp-dev    what programs are built with
#   python3-gntp   the Python module
#   gntp-mpi       the plug-in for several machines, where MPI was found
#   gntp-doc       the documents
set(GNTP_MAINTAINER "The gntp authors <gntp@example.org>" CACHE STRING
  "Who answers for the packages: name and address")

set(library_package libgntp${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(package_revision 0gntp1)  # ours, not Debian's
set(package_version ${PROJECT_VERSION}-${package_revision})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gntp)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${GNTP_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program library development python documents)
if(TARGET gntp_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${package_revision})
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

set(about "gntp loads facts, learns readable logic rules and embeddings from them,
predicts missing facts, and shows what speaks for every prediction: its
proofs, and what is similar. It implements the Greedy Neural Theorem Prover.
.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME gntp)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS gntp-doc)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "neural theorem prover for knowledge graphs
${about}
This package has the program, its presets and the data of its demonstration.")

# The library reads the presets, which come with the program.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/cmake/debian/triggers")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "gntp (>= ${package_version})")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "neural theorem prover for knowledge graphs - shared library
${about}
This package has the library that programs run with.")

# What gntp.pc and gntpConfig.cmake look for.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgntp-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
string(CONCAT CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "${library_package} (= ${package_version}), libfaiss-dev, libfmt-dev, libhwy-dev, libicu-dev, liblzma-dev, "
  "libopenblas-pthread-dev | libopenblas-dev, libserd-dev, libtomlplusplus-dev, libxxhash-dev, libzstd-dev, "
  "nlohmann-json3-dev, zlib1g-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "neural theorem prover for knowledge graphs - development files
${about}
This package has the headers, the static library, and what CMake and pkg-config
read.")

# The module is for one version of Python; it reads the presets, too.
math(EXPR next_python "${Python_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-gntp)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
string(CONCAT CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "gntp (>= ${package_version}), "
  "python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next_python})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-numpy, python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-tqdm)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "neural theorem prover for knowledge graphs - Python module
${about}
This package has the module gntp for Python 3.")

# The program loads it; it is of one version of the program.
set(CPACK_DEBIAN_MPI_PACKAGE_NAME gntp-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "gntp (= ${package_version})")
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS openmpi-bin)
set(CPACK_COMPONENT_MPI_DESCRIPTION "neural theorem prover for knowledge graphs - several machines
${about}
This package lets several processes share out training, mining and evaluation
under mpirun.")

set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_NAME gntp-doc)
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_ARCHITECTURE all)
set(CPACK_COMPONENT_DOCUMENTS_DESCRIPTION "neural theorem prover for knowledge graphs - documents
${about}
This package has the guide, the formats, the theory and the results.")

# The date of the sources, so that the same sources make the same packages.
set(source_date "$ENV{SOURCE_DATE_EPOCH}")
if(NOT source_date AND GIT_FOUND AND commit)
  execute_process(COMMAND ${GIT_EXECUTABLE} log -1 --format=%ct
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    OUTPUT_VARIABLE source_date OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(source_date)
  set(ENV{SOURCE_DATE_EPOCH} ${source_date})
endif()
string(TIMESTAMP package_date "%a, %d %b %Y %H:%M:%S +0000" UTC)

# What Debian wants besides is the matter of these scripts.
configure_file(cmake/debian/copyright.in debian/copyright @ONLY)
configure_file(cmake/debian/changelog.in debian/changelog @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/debian/finish.cmake")
set(CPACK_POST_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/debian/repack.cmake")
set(CPACK_GNTP_DEBIAN_FOLDER "${PROJECT_BINARY_DIR}/debian")
set(CPACK_GNTP_CHANGELOG "${PROJECT_SOURCE_DIR}/CHANGELOG.md")
set(CPACK_GNTP_STRIP "${CMAKE_STRIP}")
include(CPack)
