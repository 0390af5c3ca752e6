#include "engine/rule_mining.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/settings_text.h"
#include "engine/watch.h"
#include "mine/adapted_options.h"
#include "mine/mined_rule_set.h"

namespace gntp {
namespace {

// A rule between known relations is the user's knowledge and stays; a template starts at random.
// How many were dropped.
std::size_t drop_templates(std::vector<RuleFile>& files, const Vocabulary<RelationId>& relations) {
  std::size_t dropped = 0;
  const auto unknown = [&](const AtomText& atom) { return !relations.find(atom.predicate); };
  for (RuleFile& file : files) {
    dropped += std::erase_if(file.clauses, [&](const ClauseText& clause) {
      return unknown(clause.head) || std::ranges::any_of(clause.body, unknown);
    });
  }
  return dropped;
}

// What takes part besides mined rules.
void say_who_joins(const std::vector<RuleFile>& files, std::size_t templates,
                   const KnowledgeBase& kb, const Observer& observer) {
  std::size_t rules = 0;
  for (const RuleFile& file : files) rules += file.clauses.size();
  if (rules > 0) note(observer, fmt::format("{} given rules take part as they are", rules));
  if (templates > 0) {
    note(observer, fmt::format("{} rule templates do not take part: 'paper' and other presets of "
                               "soft unification use them",
                               templates));
  }
  const std::size_t mentions = kb.mention_counts.size();
  if (mentions > 0) note(observer, fmt::format("{} mentions take part as facts", mentions));
}

}  // namespace

Mining mine_rules(const KnowledgeBase& kb, const MineOptions& options, ThreadPool& threads,
                  const Observer& observer, MiningSteps steps) {
  note(observer, what_is_kept(options));
  steps.progress = [&](const MineProgress& now) {
    report(observer, "mining", now.done,
           [&] { return fmt::format("bodies of {}  {} rules", now.length, now.rules); });
  };
  return mine_rules(kb, options, threads, std::move(steps));
}

std::string summary(const Mining& mining, const MineOptions& options) {
  std::string text = fmt::format("{} rules of {} above the thresholds, in {:.1f} s",
                                 mining.rules.size(), mining.accepted, mining.seconds);
  if (mining.sampled_from > 0) {
    text += fmt::format("; bodies of {}{} atoms were sampled", mining.sampled_from,
                        mining.sampled_from < options.max_body ? " or more" : "");
  }
  if (mining.partly > 0) {
    text += fmt::format("; {} rules were counted on a part of the entities", mining.partly);
  }
  if (!mining.complete) {
    text += fmt::format("; ended after step {} of {}", mining.steps, mining_steps(options));
  }
  return text;
}

std::string what_is_kept(const MineOptions& options) {
  constexpr double kMebibyte = 1 << 20;
  const MiningBound bound = bound_of(options);
  if (!bound.rules) {
    return fmt::format(
        "mining keeps every rule above the thresholds, {} bytes each; mine.max_rules bounds them",
        bound.bytes_per_rule);
  }
  const double bytes =
      static_cast<double>(*bound.rules) * static_cast<double>(bound.bytes_per_rule);
  return fmt::format("mining keeps at most {} rules, {:.0f} MiB", *bound.rules, bytes / kMebibyte);
}

bool mines(const AllOptions& settings) {
  return settings.rules.origin == RuleOrigin::kMined || settings.rules.origin == RuleOrigin::kBoth;
}

bool needs_given_rules(const AllOptions& settings) {
  return settings.rules.origin == RuleOrigin::kRandom;
}

void drop_rules(const Observer& observer, LoadedDataset& dataset) {
  std::size_t given = 0;
  for (const RuleFile& file : dataset.rule_files) given += file.clauses.size();
  if (given > 0) {
    note(observer, fmt::format("{} given rules and templates do not take part", given));
  }
  dataset.kb.rules = RuleSet();
}

std::string proposal_key(const AllOptions& settings) {
  std::string key;
  for (const Setting& setting : all_settings()) {
    if (setting.section() != "mine" && setting.name != "learn.rules") continue;
    key += fmt::format("{} = {}\n", setting.name, to_text(setting.read(settings)));
  }
  return key;
}

void use_rules(const Mining& mining, const AllOptions& settings, const Observer& observer,
               LoadedDataset& dataset) {
  KnowledgeBase& kb = dataset.kb;
  std::vector<RuleFile> files = dataset.rule_files;
  if (settings.rules.origin == RuleOrigin::kMined) {
    const std::size_t templates = drop_templates(files, kb.relations);
    say_who_joins(files, templates, kb, observer);
  }
  note(observer, fmt::format("mined {}", summary(mining, adapted(settings.mine, kb))));
  if (mining.rules.empty()) {
    warn(observer,
         fmt::format("{}: no rule is that frequent and confident; lower mine.min_support or "
                     "mine.min_confidence",
                     dataset.folder.string()));
  }
  std::vector<std::string> given_before;  // with the files themselves
  kb.rules = resolve_rules(files, kb.entities, kb.relations, given_before);
  append_rules(mining.rules, kb.rules);
}

void propose_rules(LoadedDataset& dataset, const AllOptions& settings, ThreadPool& threads,
                   const Observer& observer) {
  if (settings.rules.origin == RuleOrigin::kNone) drop_rules(observer, dataset);
  if (!mines(settings)) return;
  const MineOptions options = adapted(settings.mine, dataset.kb);
  use_rules(mine_rules(dataset.kb, options, threads, observer), settings, observer, dataset);
}

}  // namespace gntp
