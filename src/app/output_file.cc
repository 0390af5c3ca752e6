#include "app/output_file.h"

#include "base/error.h"
#include "base/staged_file.h"
#include "kb/dataset_files.h"

namespace gntp {

void refuse_data(const std::filesystem::path& file) {
  const Destination destination = destination_of(file);
  if (destination.is_stream || !is_data_of_folder(destination.path)) return;
  fail("{}: belongs to the data set in its folder and is never written; choose another name",
       file.string());
}

void check_output(const std::filesystem::path& file, IfExists if_exists) {
  refuse_data(file);
  require_writable(file, if_exists);
}

}  // namespace gntp
