// What the program asks of a shared library that computes on NVIDIA GPUs (libgntp_cuda.so), in C,
// so that the program does without CUDA where it is not there. All pointers are to this machine's
// own memory. Functions return 0 where all went well, kGntpCudaNoMemory where the GPU's memory does
// not suffice, and kGntpCudaFailed otherwise; `last_error` then says why, for the thread that
// called.
//
// A trainer or a table is for one thread at a time. Different ones do not disturb each other.
#pragma once

#include <cstdint>

extern "C" {

enum : std::uint32_t { kGntpCudaVersion = 1 };
enum : int { kGntpCudaDone = 0, kGntpCudaNoMemory = 1, kGntpCudaFailed = 2 };

struct GntpCudaDevice {
  char name[128];
  char architecture[16];  // "9.0"
  std::uint64_t bytes;    // of memory
  std::uint64_t free_bytes;
  char problem[160];  // why the plug-in cannot compute there; empty: it can
};

// The numbers of the enumerations of model/predictor.h and predict/predictor_options.h.
enum : std::uint32_t { kGntpCudaTransE = 1, kGntpCudaDistMult = 2, kGntpCudaComplEx = 3 };
enum : std::uint32_t { kGntpCudaAdagrad = 0, kGntpCudaAdam = 1 };
enum : std::uint32_t { kGntpCudaN3 = 0, kGntpCudaL2 = 1 };

// A training of vectors that the GPU holds.
struct GntpCudaTraining {
  std::uint32_t kind;
  std::uint32_t optimizer;
  std::uint32_t penalty;
  std::uint32_t tensor_float;  // products of numbers rounded to ten bits, sums in full
  std::uint64_t entities;
  std::uint64_t steps;
  std::uint64_t width;
  std::uint64_t questions;  // of a batch at most
  std::uint64_t columns;    // entities that answers are compared with; of a sample, about
  float answer_weight;      // of an answer in the gradient: 1 by the mean answers of a batch
  float relation_weight;    // of relations beside answers; 0: they are not asked for
};

// Its tables, row by row. Adagrad has no first moments: null.
struct GntpCudaTables {
  float* entities;
  float* steps;
  float* first_of_entities;
  float* first_of_steps;
  float* second_of_entities;
  float* second_of_steps;
};

// Where a part of a row's gradient is: with question `source` or with example `source`.
struct GntpCudaPart {
  std::uint32_t source;
  std::uint32_t is_example;
};

// A row of a table that has such parts: parts[first, first of the next).
struct GntpCudaRow {
  std::uint32_t row;    // of the gradient: a column, or a step
  std::uint32_t first;  // of its parts
  float penalty;        // what that of the row weighs
};

// A batch of questions, each with all of its answers (examples).
struct GntpCudaBatch {
  std::uint64_t questions;
  std::uint64_t examples;
  const std::uint32_t* entity;         // by question
  const std::uint32_t* step;           // by question
  const std::uint32_t* first_example;  // by question, and the end
  const std::uint32_t* question;       // by example
  const std::uint32_t* answer;         // by example: the entity
  const std::uint32_t* column;         // by example: where the answer is among the columns
  const float* weight;                 // by example; null: all 1
  // The entities that answers are compared with and, as a logarithm, how many each stands for.
  // Null: all entities, each for itself.
  std::uint64_t columns;
  const std::uint32_t* column_entity;
  const float* column_offset;
  // What rows get besides the products of all, by row.
  std::uint64_t entity_rows;
  const GntpCudaRow* entity_row;  // and one more, for the end
  std::uint64_t entity_parts;
  const GntpCudaPart* entity_part;
  std::uint64_t step_rows;
  const GntpCudaRow* step_row;  // and one more
  std::uint64_t step_parts;
  const GntpCudaPart* step_part;
  // The optimizer's: for Adam with the corrections for the number of steps.
  float rate;
  float scale;
};

// Questions whose answers' ranks are asked for.
struct GntpCudaRanking {
  std::uint64_t questions;
  const std::uint32_t* entity;        // by question
  const std::uint32_t* step;          // by question
  const std::uint32_t* first_answer;  // by question, and the end
  const std::uint32_t* answer;        // entities to rank
  const std::uint32_t* first_known;   // by question, and the end
  const std::uint32_t* known;         // answers that do not compete
  const std::uint8_t* limited;        // by question: candidates alone compete; null: nowhere
  const std::uint8_t* candidates;     // by entity, where `limited` is given
  std::uint32_t* nearer;              // by answer: how many score higher
  std::uint32_t* equal;               // and how many others the same
};

// Rows of a table whose near rows are asked for. Near a row x are those rows y, from `from` on,
// with |x|^2 + |y|^2 - 2 x.y <= limit + slack (|x|^2 + |y|^2), itself among them.
struct GntpCudaNearness {
  std::uint64_t queries;
  const std::uint32_t* query;  // rows, by number
  std::uint64_t from;
  float limit;
  float slack;
  std::uint64_t room;   // of `near`: that of all rows at least
  std::uint32_t* near;  // rows, ascending; those of the first query, then those of the next
  std::uint64_t* end;   // by query: where its rows end
};

struct GntpCudaPlugin {
  std::uint32_t version;  // of this interface

  const char* (*last_error)();
  int (*count)(std::uint32_t* devices);
  int (*describe)(std::uint32_t device, GntpCudaDevice* description);

  // Vectors that are trained. A step is begun and not waited for; `take_losses` waits until at most
  // `running` of those begun go on, and says what those that are over lost: the sums over their
  // answers, in order, of which it gives `count` at most and says how many these are.
  int (*open_training)(std::uint32_t device, const GntpCudaTraining* training, void** opened);
  int (*write_training)(void* training, const GntpCudaTables* from);
  int (*read_training)(void* training, const GntpCudaTables* to);
  int (*begin_step)(void* training, const GntpCudaBatch* batch);
  int (*take_losses)(void* training, std::uint64_t running, double* losses, std::uint64_t* count);
  void (*close_training)(void* training);

  // Vectors that are asked.
  int (*open_table)(std::uint32_t device, std::uint32_t kind, std::uint64_t entities,
                    std::uint64_t steps, std::uint64_t width, const float* entity_rows,
                    const float* step_rows, void** opened);
  // scores[i, j] of question i with entity j, `stride` numbers from row to row. With `as_shares`
  // the logarithms of their softmax.
  int (*find_scores)(void* table, std::uint64_t questions, const std::uint32_t* entity,
                     const std::uint32_t* step, std::uint32_t as_shares, float* scores,
                     std::uint64_t stride);
  int (*find_ranks)(void* table, const GntpCudaRanking* ranking);
  void (*close_table)(void* table);

  // Rows of a table that may be near others. `write_rows` gives some of them, by number, other
  // values; null: all of them. `find_near` answers the first of the queries, as many as memory and
  // room allow, one at least, and says how many.
  int (*open_rows)(std::uint32_t device, std::uint64_t rows, std::uint64_t width,
                   const float* values, void** opened);
  int (*write_rows)(void* rows, std::uint64_t count, const std::uint32_t* row, const float* values);
  int (*find_near)(void* rows, const GntpCudaNearness* asked, std::uint64_t* answered);
  void (*close_rows)(void* rows);
};

// The one function that the library has by name.
using GntpCudaEntry = const GntpCudaPlugin* (*)();

}  // extern "C"
