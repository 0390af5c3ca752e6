// Files of tensors. What was read can be written and read again.
#include "base/file.h"
#include "fuzz/targets.h"
#include "model/safetensors.h"

namespace gntp::fuzz {

void safetensors(std::string_view bytes) {
  TensorMap tensors;
  if (refuses([&] { tensors = read_safetensors(input_file("in.safetensors", bytes)); })) return;
  const std::filesystem::path copy = input_file("again.safetensors", "");
  write_safetensors(copy, tensors);
  const std::string written = read_file(copy);
  write_safetensors(copy, read_safetensors(copy));
  expect(read_file(copy) == written, "the same tensors again");
}

}  // namespace gntp::fuzz
