# Installation, in components: the program with its manual, presets and data; the shared library; what
# programs are built with; the documents. `cmake --install build/release --component program` takes one.
include(CMakePackageConfigHelpers)

# program. Its manual pages and completions are made by itself.
set(manual_folder "${PROJECT_BINARY_DIR}/manual")
add_custom_command(OUTPUT "${manual_folder}/made"
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:gntp-cli> -DFOLDER=${manual_folder}
    -P "${PROJECT_SOURCE_DIR}/cmake/manual.cmake"
  DEPENDS gntp-cli cmake/manual.cmake
  COMMENT "Manual pages and completions"
  VERBATIM)
add_custom_target(gntp_manual ALL DEPENDS "${manual_folder}/made")

set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)  # where Debian's zsh looks
endif()
file(GLOB preset_files CONFIGURE_DEPENDS presets/*.toml presets/*.pl)
install(TARGETS gntp-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY "${manual_folder}/man1" DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
install(FILES "${manual_folder}/gntp.bash" RENAME gntp
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES "${manual_folder}/gntp.zsh" RENAME _gntp DESTINATION ${zsh_folder} COMPONENT program)
install(FILES "${manual_folder}/gntp.fish"
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES ${preset_files} DESTINATION ${CMAKE_INSTALL_DATADIR}/gntp/presets COMPONENT program)
install(DIRECTORY data/countries data/places DESTINATION ${CMAKE_INSTALL_DATADIR}/gntp/data
  COMPONENT program PATTERN "*.py" EXCLUDE)

# library and development. The static library needs more of the system, so that it is exported apart.
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/gntp)
install(TARGETS gntp_shared EXPORT gntpTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS gntp_static EXPORT gntpStaticTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  COMPONENT development)
install(EXPORT gntpTargets NAMESPACE gntp:: DESTINATION ${package_folder} COMPONENT development)
install(EXPORT gntpStaticTargets NAMESPACE gntp:: DESTINATION ${package_folder} COMPONENT development)
configure_package_config_file(cmake/gntpConfig.cmake.in gntpConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(gntpConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/gntpConfig.cmake ${PROJECT_BINARY_DIR}/gntpConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT development)
file(RELATIVE_PATH pc_prefix
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/gntp.pc.in gntp.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gntp.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)
install(DIRECTORY include/gntp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

# documents. The licence is a component of its own: Debian's packages have their copyright file.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT documents)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
