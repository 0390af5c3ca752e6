// Memory, streams and errors of CUDA. What fails throws, and whoever owns something gives it back.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace gntp::cuda {

class CudaError : public std::runtime_error {
 public:
  CudaError(const std::string& what, bool is_memory)
      : std::runtime_error(what), is_memory_(is_memory) {}
  // Whether the GPU's memory does not suffice: smaller pieces of work may.
  bool is_memory() const { return is_memory_; }

 private:
  bool is_memory_;
};

inline void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // forgets it, unless the GPU itself is lost
  throw CudaError(cudaGetErrorString(result), result == cudaErrorMemoryAllocation);
}

inline void check(cublasStatus_t result) {
  if (result == CUBLAS_STATUS_SUCCESS) return;
  throw CudaError(cublasGetStatusString(result), result == CUBLAS_STATUS_ALLOC_FAILED);
}

// After a kernel was started.
inline void check_launch() {
  check(cudaGetLastError());
}

// Work of one object, in order.
class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(stream_); }

  operator cudaStream_t() const { return stream_; }
  void wait() const { check(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  Event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(event_); }

  void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream)); }
  void wait() const { check(cudaEventSynchronize(event_)); }

 private:
  cudaEvent_t event_ = nullptr;
};

// Memory of the GPU. `resize` keeps nothing of what was there, and waits for all work only where it
// needs more than it has.
template <typename Value>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::size_t size) { resize(size); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(values_); }

  void resize(std::size_t size) {
    if (size > room_) {
      free();
      check(cudaMalloc(&values_, size * sizeof(Value)));
      room_ = size;
    }
    size_ = size;
  }
  void free() {
    cudaFree(values_);
    values_ = nullptr;
    room_ = size_ = 0;
  }
  // With some room to grow where there is memory for it, for sizes that differ from call to call.
  void reserve(std::size_t size) {
    if (size > room_) {
      try {
        resize(size + size / 2);
      } catch (const CudaError& error) {
        if (!error.is_memory()) throw;
        resize(size);
      }
    }
    size_ = size;
  }

  Value* data() { return values_; }
  const Value* data() const { return values_; }
  std::size_t size() const { return size_; }

  void upload(const Value* from, std::size_t count, cudaStream_t stream) {
    check(cudaMemcpyAsync(values_, from, count * sizeof(Value), cudaMemcpyHostToDevice, stream));
  }
  void download(Value* to, std::size_t count, cudaStream_t stream) const {
    check(cudaMemcpyAsync(to, values_, count * sizeof(Value), cudaMemcpyDeviceToHost, stream));
  }
  void clear(cudaStream_t stream) {
    check(cudaMemsetAsync(values_, 0, size_ * sizeof(Value), stream));
  }

 private:
  Value* values_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

// Memory of this machine that copies to and from the GPU need not wait for.
class PinnedBytes {
 public:
  PinnedBytes() = default;
  PinnedBytes(const PinnedBytes&) = delete;
  PinnedBytes& operator=(const PinnedBytes&) = delete;
  ~PinnedBytes() { cudaFreeHost(bytes_); }

  void reserve(std::size_t size) {
    if (size <= room_) return;
    cudaFreeHost(bytes_);
    bytes_ = nullptr;
    room_ = 0;
    const std::size_t room = size + size / 2;
    if (cudaMallocHost(&bytes_, room) != cudaSuccess) {
      cudaGetLastError();
      bytes_ = nullptr;
      throw CudaError("this machine's memory does not suffice", false);
    }
    room_ = room;
  }
  std::byte* data() { return static_cast<std::byte*>(bytes_); }

 private:
  void* bytes_ = nullptr;
  std::size_t room_ = 0;
};

// Products of row-major matrices. Memory for them is given once, so that the same product is
// computed in the same way every time.
class Products {
 public:
  explicit Products(cudaStream_t stream, bool tensor_float) {
    check(cublasCreate(&handle_));
    try {
      check(cublasSetStream(handle_, stream));
      workspace_.resize(kWorkspace);
      check(cublasSetWorkspace(handle_, workspace_.data(), kWorkspace));
      check(cublasSetMathMode(handle_,
                              tensor_float ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_PEDANTIC_MATH));
    } catch (...) {
      cublasDestroy(handle_);
      throw;
    }
  }
  Products(const Products&) = delete;
  Products& operator=(const Products&) = delete;
  ~Products() { cublasDestroy(handle_); }

  enum class Taken : std::uint8_t { kAsIs, kTransposed };

  // out (rows x columns) = a b, each taken as it is or transposed; `inner` is what they share. The
  // strides are those between rows as they lie in memory.
  void multiply(const float* a, Taken take_a, std::size_t a_stride, const float* b, Taken take_b,
                std::size_t b_stride, float* out, std::size_t out_stride, std::size_t rows,
                std::size_t columns, std::size_t inner) const {
    if (rows == 0 || columns == 0) return;
    const float one = 1;
    const float zero = 0;
    // Column by column, what lies row by row is transposed: out^T = b^T a^T.
    check(cublasSgemm(handle_, taken(take_b), taken(take_a), static_cast<int>(columns),
                      static_cast<int>(rows), static_cast<int>(inner), &one, b,
                      static_cast<int>(b_stride), a, static_cast<int>(a_stride), &zero, out,
                      static_cast<int>(out_stride)));
  }

 private:
  static constexpr std::size_t kWorkspace = std::size_t{32} << 20U;

  static cublasOperation_t taken(Taken how) {
    return how == Taken::kAsIs ? CUBLAS_OP_N : CUBLAS_OP_T;
  }

  cublasHandle_t handle_ = nullptr;
  DeviceArray<std::byte> workspace_;
};

}  // namespace gntp::cuda
