// All rules of an engine, to filter, sort and page: texts are made for those that are shown. Which
// rule decides how many facts is found out in the background.
//
// Thread-safe. Keeps a reference to the engine.
#pragma once

#include <gntp/engine.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "explain/decode.h"

namespace gntp {

struct ListedRule {
  std::string text;
  std::string in_words;  // equal to the text where there are no labels
  std::string relation;  // of the head
  double confidence = 0;
  std::size_t support = 0;
  std::size_t body = 0;
  std::size_t copies = 1;
  std::size_t decisive = 0;
};

class RuleList {
 public:
  enum class Order : std::uint8_t { kConfidence, kSupport, kDecisive };
  struct Selection {
    std::optional<std::string> relation = {};  // of the head, its id
    std::string text = {};                     // that the rule's text has, or its words
    Order order = Order::kConfidence;
    std::size_t offset = 0;
    std::size_t count = 50;
  };
  struct Page {
    std::size_t total = 0;
    std::vector<ListedRule> rules;
  };

  explicit RuleList(const Engine& engine);
  RuleList(const RuleList&) = delete;
  RuleList& operator=(const RuleList&) = delete;

  Page find(const Selection& selection) const;
  // Nothing where no rule reads so.
  std::optional<ListedRule> find(std::string_view text) const;

  // Of a sample of the facts, each proved without itself: how many were judged, and whether that is
  // over. It begins when it is first asked for.
  struct Judged {
    std::size_t facts = 0;
    bool is_over = false;
  };
  Judged judged();

 private:
  void judge(const std::stop_token& stop);
  bool passes(std::size_t number, const Selection& selection) const;
  ListedRule shown(std::size_t number) const;

  const Engine& engine_;
  std::vector<DecodedRule> rules_;                    // the most confident first
  std::vector<std::atomic<std::uint32_t>> decisive_;  // by rule, as far as it is known
  std::atomic<std::size_t> judged_ = 0;
  std::atomic<bool> is_over_ = false;
  std::once_flag started_;
  std::jthread judge_;  // last: it uses the others
};

}  // namespace gntp
