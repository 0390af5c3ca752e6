# Run by cpack when the packages are made. It gives a package with a shared library scripts that call ldconfig, where
# Debian wants the trigger that it has already: the scripts are taken out.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  execute_process(COMMAND dpkg-deb --info "${package}" postinst OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE has_no_script)
  if(has_no_script)
    continue()
  endif()
  set(folder "${package}.unpacked")
  file(REMOVE_RECURSE "${folder}")
  execute_process(COMMAND dpkg-deb --raw-extract "${package}" "${folder}" COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE "${folder}/DEBIAN/postinst" "${folder}/DEBIAN/postrm")
  execute_process(COMMAND dpkg-deb --root-owner-group -Zxz --build "${folder}" "${package}"
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE "${folder}")
endforeach()
