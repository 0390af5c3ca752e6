# Run by cpack when the files of all packages are in their folders: manual pages are compressed, the static
# library loses its debug symbols, and each package gets its copyright file and its changelogs.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr")
  if(NOT IS_DIRECTORY "${root}")
    message(FATAL_ERROR "${root}: cpack was to put the component '${component}' there")
  endif()

  set(documents "${root}/share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
  file(MAKE_DIRECTORY "${documents}")
  file(COPY_FILE "${CPACK_GNTP_DEBIAN_FOLDER}/copyright" "${documents}/copyright")
  file(COPY_FILE "${CPACK_GNTP_DEBIAN_FOLDER}/changelog" "${documents}/changelog.Debian")
  file(COPY_FILE "${CPACK_GNTP_CHANGELOG}" "${documents}/changelog")
  file(CHMOD "${documents}/copyright" "${documents}/changelog" "${documents}/changelog.Debian"
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)

  file(GLOB to_compress "${root}/share/man/man*/*.[0-9]" "${documents}/changelog*")
  execute_process(COMMAND gzip --best --no-name --force ${to_compress} COMMAND_ERROR_IS_FATAL ANY)

  file(GLOB_RECURSE archives "${root}/lib/*.a")
  if(archives)
    execute_process(COMMAND ${CPACK_GNTP_STRIP} --strip-debug --enable-deterministic-archives ${archives}
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
