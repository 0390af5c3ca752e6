#include "allocation/failing_new.h"

#include <atomic>
#include <cstdlib>
#include <new>

#include "allocation/unfailing.h"

namespace {

using Plan = gntp::testing::AllocationPlan;

// Written while no other thread allocates; read by all.
Plan the_plan;
std::atomic<bool> armed = false;
std::atomic<std::size_t> counted = 0;
std::atomic<std::ptrdiff_t> in_use = 0;

bool must_fail(std::size_t size) {
  if (!armed.load(std::memory_order_acquire) || size < the_plan.least_size) return false;
  const std::size_t number = counted.fetch_add(1);
  switch (the_plan.fails) {
    case Plan::Fails::kNothing:
      return false;
    case Plan::Fails::kOne:
      return number == the_plan.number;
    case Plan::Fails::kAllFromThere:
      return number >= the_plan.number;
  }
  return false;
}

// Null where it fails.
void* allocate(std::size_t size, std::size_t alignment) noexcept {
  if (must_fail(size) && !gntp::testing::must_not_fail()) return nullptr;
  const std::size_t rounded = (size / alignment + 1) * alignment;
  void* block = alignment <= alignof(std::max_align_t) ? std::malloc(size == 0 ? 1 : size)
                                                       : std::aligned_alloc(alignment, rounded);
  if (block != nullptr) ++in_use;
  return block;
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* block = allocate(size, alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void release(void* block) noexcept {
  if (block != nullptr) --in_use;
  std::free(block);
}

constexpr std::size_t kUsual = alignof(std::max_align_t);

}  // namespace

void* operator new(std::size_t size) {
  return allocate_or_throw(size, kUsual);
}
void* operator new[](std::size_t size) {
  return allocate_or_throw(size, kUsual);
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size, kUsual);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size, kUsual);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept {
  release(block);
}
void operator delete[](void* block) noexcept {
  release(block);
}
void operator delete(void* block, std::size_t /*size*/) noexcept {
  release(block);
}
void operator delete[](void* block, std::size_t /*size*/) noexcept {
  release(block);
}
void operator delete(void* block, std::align_val_t /*alignment*/) noexcept {
  release(block);
}
void operator delete[](void* block, std::align_val_t /*alignment*/) noexcept {
  release(block);
}
void operator delete(void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  release(block);
}
void operator delete[](void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  release(block);
}

namespace gntp::testing {

AllocationFault::AllocationFault(const AllocationPlan& plan) {
  the_plan = plan;
  counted = 0;
  armed.store(true, std::memory_order_release);
}

AllocationFault::~AllocationFault() {
  armed.store(false, std::memory_order_release);
}

std::size_t AllocationFault::count() {
  return counted;
}

std::ptrdiff_t blocks_in_use() {
  return in_use;
}

}  // namespace gntp::testing
