# Lets PROGRAM write its manual pages and completions into FOLDER.
function(write_help file)
  execute_process(COMMAND "${PROGRAM}" help --format ${ARGN}
    OUTPUT_FILE "${FOLDER}/${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}/man1")
foreach(shell bash zsh fish)
  write_help(gntp.${shell} ${shell})
endforeach()
write_help(man1/gntp.1 man)

# The page of the program names those of its verbs.
file(STRINGS "${FOLDER}/man1/gntp.1" references REGEX "^[.]BR gntp")
foreach(reference IN LISTS references)
  string(REGEX REPLACE "^.BR gntp..([a-z]+) .*" "\\1" verb "${reference}")
  write_help(man1/gntp-${verb}.1 man ${verb})
endforeach()
file(TOUCH "${FOLDER}/made")
