// libgntp_mpi.so: processes talk to each other by MPI (base/communicator_plugin.h). One thread
// calls MPI. Nothing blocks: what is sent and received is looked after until it is done, so that a
// wish to stop is heard meanwhile, and a process that waits for slower ones sleeps.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/communicator_plugin.h"

namespace {

constexpr int kDataTag = 1;
constexpr int kStopTag = 2;

MPI_Comm messages = MPI_COMM_NULL;  // what processes find
MPI_Comm wishes = MPI_COMM_NULL;    // to stop
std::uint64_t largest = 0;          // message, in bytes
int own_rank = 0;
int all_ranks = 1;
int on_this_machine = 1;

using Idle = int (*)(void*);

// Until all are done; 1 where that is given up.
int wait_for(std::vector<MPI_Request>& requests, Idle idle, void* context) {
  for (;;) {
    int done = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done != 0) return 0;
    if (idle(context) != 0) return 1;
  }
}

int start(std::uint64_t largest_message) {
  int is_started = 0;
  MPI_Initialized(&is_started);
  int threads = MPI_THREAD_SINGLE;
  if (is_started == 0 &&
      MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads) != MPI_SUCCESS) {
    return 1;
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &messages);
  MPI_Comm_dup(MPI_COMM_WORLD, &wishes);
  MPI_Comm_rank(messages, &own_rank);
  MPI_Comm_size(messages, &all_ranks);
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(messages, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &on_this_machine);
  MPI_Comm_free(&machine);
  constexpr std::uint64_t kMost = std::uint64_t{1} << 30U;  // an int counts bytes
  largest = std::clamp<std::uint64_t>(largest_message, 1, kMost);
  return 0;
}

std::uint32_t rank() {
  return static_cast<std::uint32_t>(own_rank);
}

std::uint32_t size() {
  return static_cast<std::uint32_t>(all_ranks);
}

std::uint32_t neighbours() {
  return static_cast<std::uint32_t>(on_this_machine);
}

int gather(const void* own, std::uint64_t bytes, void* all, Idle idle, void* context) {
  std::vector<MPI_Request> requests(1);
  const int count = static_cast<int>(bytes);
  MPI_Iallgather(own, count, MPI_BYTE, all, count, MPI_BYTE, messages, requests.data());
  return wait_for(requests, idle, context);
}

// All at once, where that is a message that MPI can count.
int gather_short(const void* own, const std::vector<int>& sizes, int first_only, void* all,
                 Idle idle, void* context) {
  std::vector<int> places(sizes.size());
  for (std::size_t i = 1; i < sizes.size(); ++i) places[i] = places[i - 1] + sizes[i - 1];
  std::vector<MPI_Request> requests(1);
  const int count = sizes[rank()];
  if (first_only != 0) {
    MPI_Igatherv(own, count, MPI_BYTE, all, sizes.data(), places.data(), MPI_BYTE, 0, messages,
                 requests.data());
  } else {
    MPI_Iallgatherv(own, count, MPI_BYTE, all, sizes.data(), places.data(), MPI_BYTE, messages,
                    requests.data());
  }
  return wait_for(requests, idle, context);
}

// Each process's bytes go round in pieces, a process after the other.
int gather_long(const void* own, const std::uint64_t* sizes, int first_only, void* all, Idle idle,
                void* context) {
  std::uint64_t place = 0;  // in all[]
  for (int whose = 0; whose < all_ranks; ++whose) {
    const std::uint64_t bytes = sizes[whose];
    for (std::uint64_t done = 0; done < bytes; done += largest) {
      const int count = static_cast<int>(std::min(largest, bytes - done));
      std::byte* target = all == nullptr ? nullptr : static_cast<std::byte*>(all) + place + done;
      const std::byte* source = static_cast<const std::byte*>(own) + done;
      const bool is_own = whose == own_rank;
      if (is_own && target != nullptr) std::copy_n(source, count, target);
      std::vector<MPI_Request> requests;
      if (first_only != 0) {
        if (is_own && own_rank != 0) {
          MPI_Isend(source, count, MPI_BYTE, 0, kDataTag, messages, &requests.emplace_back());
        } else if (own_rank == 0 && !is_own) {
          MPI_Irecv(target, count, MPI_BYTE, whose, kDataTag, messages, &requests.emplace_back());
        }
      } else {
        MPI_Ibcast(target, count, MPI_BYTE, whose, messages, &requests.emplace_back());
      }
      if (wait_for(requests, idle, context) != 0) return 1;
    }
    place += bytes;
  }
  return 0;
}

int gather_varied(const void* own, const std::uint64_t* sizes, int first_only, void* all, Idle idle,
                  void* context) {
  std::uint64_t sum = 0;
  std::vector<int> counts;
  for (int i = 0; i < all_ranks; ++i) {
    sum += sizes[i];
    counts.push_back(static_cast<int>(std::min(sizes[i], largest)));
  }
  if (sum <= largest) return gather_short(own, counts, first_only, all, idle, context);
  return gather_long(own, sizes, first_only, all, idle, context);
}

void tell_stop() {
  for (int other = 0; other < all_ranks; ++other) {
    if (other == own_rank) continue;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(nullptr, 0, MPI_BYTE, other, kStopTag, wishes, &request);
    MPI_Request_free(&request);  // nobody waits for it
  }
}

int hears_stop() {
  for (int heard = 0;; heard = 1) {
    int is_there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, kStopTag, wishes, &is_there, MPI_STATUS_IGNORE);
    if (is_there == 0) return heard;
    MPI_Recv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, kStopTag, wishes, MPI_STATUS_IGNORE);
  }
}

void finish() {
  MPI_Barrier(messages);
  hears_stop();  // what was said too late
  MPI_Finalize();
}

void abort(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
}

constexpr GntpCommunicatorPlugin kPlugin{
    .version = kGntpCommunicatorVersion,
    .start = start,
    .rank = rank,
    .size = size,
    .neighbours = neighbours,
    .gather = gather,
    .gather_varied = gather_varied,
    .tell_stop = tell_stop,
    .hears_stop = hears_stop,
    .finish = finish,
    .abort = abort,
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const GntpCommunicatorPlugin*
GNTP_COMMUNICATOR_ENTRY() {
  return &kPlugin;
}
