#include <csignal>
#include <string>
#include <vector>

#include "app/verbs.h"

int main(int argc, char** argv) {
  // A reader that has gone is an error of the write, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  gntp::Console console;
  if (argc > 0) console.program = argv[0];
  return gntp::run_command_line(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc),
                                console);
}
