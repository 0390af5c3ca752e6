// What the program asks of a shared library that lets processes talk to each other
// (libgntp_mpi.so), in C, so that the program does without MPI where it is not there. Functions are
// called by one thread. Those that wait call `idle(context)` again and again, and give up where it
// is not 0: then they return 1, and nothing but `abort` may be called any more. 0 is success.
#pragma once

#include <cstdint>

extern "C" {

enum : std::uint32_t { kGntpCommunicatorVersion = 1 };

struct GntpCommunicatorPlugin {
  std::uint32_t version;  // of this interface

  // Joins the others. Longer messages than so many bytes are sent in pieces.
  int (*start)(std::uint64_t largest_message);
  std::uint32_t (*rank)();
  std::uint32_t (*size)();
  std::uint32_t (*neighbours)();  // processes on this machine, with this one

  // Everybody's `bytes` bytes, by rank, into all[].
  int (*gather)(const void* own, std::uint64_t bytes, void* all, int (*idle)(void*), void* context);
  // The same with as many bytes as sizes[rank] says, for all (first_only = 0) or process 0 alone;
  // for others `all` is null then.
  int (*gather_varied)(const void* own, const std::uint64_t* sizes, int first_only, void* all,
                       int (*idle)(void*), void* context);

  // A wish to stop: given to all others at once, and looked for.
  void (*tell_stop)();
  int (*hears_stop)();

  void (*finish)();  // when all have said that they leave
  void (*abort)(int status);
};

// The one function that the library has by name.
using GntpCommunicatorEntry = const GntpCommunicatorPlugin* (*)();
#define GNTP_COMMUNICATOR_ENTRY gntp_communicator_plugin

}  // extern "C"
