#include "base/share_out.h"

#include <string>
#include <vector>

namespace gntp {

void share_out(ThreadPool& threads, std::size_t items,
               const std::function<void(std::size_t, std::size_t)>& work,
               const ItemExchange& found) {
  Communicator& team = Communicator::current();
  if (team.is_alone()) {
    threads.for_each(items, work);
    return;
  }
  const std::vector<std::string> all = team.gather([&] {
    const Share own(items, team);
    threads.for_each(own.size(),
                     [&](std::size_t place, std::size_t worker) { work(own[place], worker); });
    ByteWriter archive;
    for (std::size_t place = 0; place < own.size(); ++place) found.exchange(own[place], archive);
    return archive.take();
  });
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (rank == team.rank()) continue;
    const Share share(items, rank, team.size());
    ByteReader archive(all[rank]);
    for (std::size_t place = 0; place < share.size(); ++place)
      found.exchange(share[place], archive);
    archive.finish();
  }
}

}  // namespace gntp
