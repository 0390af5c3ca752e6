# The program of the portable tarball (tools/make_tarball.sh): it takes all libraries but glibc's from
# the folder beside it, whatever LD_LIBRARY_PATH says.
add_executable(gntp-portable EXCLUDE_FROM_ALL src/app/main.cc src/app/portable/arc4random.cc)
set_target_properties(gntp-portable PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"
  BUILD_WITH_INSTALL_RPATH ON
  INSTALL_RPATH "\$ORIGIN/../lib/gntp")
target_link_options(gntp-portable PRIVATE
  LINKER:--disable-new-dtags LINKER:--export-dynamic-symbol=arc4random)
target_link_libraries(gntp-portable PRIVATE gntp_app gntp_flags)
