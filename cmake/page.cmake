# The web page and the description of the API as parts of the program: the assembler takes the files' bytes as they
# are. `page_source` is the C++ file that holds them (src/serve/page.h).
file(GLOB_RECURSE page_files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/web"
  web/*.html web/*.css web/*.js web/*.svg web/*.txt)
list(SORT page_files)
set(page_source "${PROJECT_BINARY_DIR}/page_files.cc")
set(description "${PROJECT_SOURCE_DIR}/docs/openapi.json")

set(embedded "EMBED(gntp_api_description, \"${description}\")\n")
set(listed "")
set(number 0)
set(embedded_files "${description}")
foreach(file IN LISTS page_files)
  string(APPEND embedded "EMBED(gntp_page_${number}, \"${PROJECT_SOURCE_DIR}/web/${file}\")\n")
  string(APPEND listed "      FILE(\"${file}\", gntp_page_${number}),\n")
  list(APPEND embedded_files "${PROJECT_SOURCE_DIR}/web/${file}")
  math(EXPR number "${number} + 1")
endforeach()
configure_file(cmake/page_files.cc.in "${page_source}" @ONLY)
set_source_files_properties("${page_source}" PROPERTIES OBJECT_DEPENDS "${embedded_files}")
