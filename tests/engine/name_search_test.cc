// Names while they are typed, compared with a slow search that says the same in another way.
#include <gmock/gmock.h>
#include <gntp/browsing.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <thread>
#include <tuple>

#include "support/labelled_data.h"
#include "support/small_engine.h"
#include "support/temp_folder.h"
#include "text/search_key.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::engine_of;
using ::testing::IsEmpty;
using testing::TempFolder;
using Kind = Suggestion::Kind;
using Match = Suggestion::Match;

std::vector<std::string> names_of(const std::vector<Suggestion>& suggestions) {
  std::vector<std::string> names;
  for (const Suggestion& each : suggestions) names.push_back(each.name);
  return names;
}

TEST(SearchKey, LeavesOutWhatDoesNotMatter) {
  EXPECT_EQ(search_key("New_York"), "new york");
  EXPECT_EQ(search_key("  New \t\n York__"), "new york");
  EXPECT_EQ(search_key("Z\u00FCrich"), "zurich");
  EXPECT_EQ(search_key("Zu\u0308rich"), "zurich");
  EXPECT_EQ(search_key("STRA\u00DFE"), "strasse");
  EXPECT_EQ(search_key("\u0391\u03B8\u03AE\u03BD\u03B1"), "\u03B1\u03B8\u03B7\u03BD\u03B1");
  EXPECT_EQ(search_key("\u041C\u043E\u0441\u043A\u0432\u0430"),
            search_key("\u043C\u043E\u0441\u043A\u0432\u0430"));
  EXPECT_EQ(search_key("a\u00A0b\u3000c"), "a b c");
  EXPECT_EQ(search_key("___"), "");
  EXPECT_EQ(search_key(std::string_view("a\0b\x01", 4)), "a b");
  EXPECT_FALSE(search_key("bad \xFF\xC3 bytes").empty());
  EXPECT_EQ(search_key(search_key("\u00C5ngstr\u00F6m _ (unit)")), "angstrom (unit)");
}

// Optimal string alignment by its definition, with memory.
std::size_t slow_mistakes(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1,
                              table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[a.size()][b.size()];
}

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// How well a text of ASCII letters stands for what was typed: match and mistakes.
std::optional<std::pair<Match, std::size_t>> slow_match(const std::string& typed,
                                                        const std::string& key) {
  if (key == typed) return std::pair(Match::kExact, 0);
  if (key.starts_with(typed)) return std::pair(Match::kStart, 0);
  std::vector<std::string> beginnings{key};
  bool inside = key.find(typed) != std::string::npos;
  for (std::size_t i = 1; i < key.size(); ++i) {
    if (!is_letter(key[i]) || is_letter(key[i - 1])) continue;
    if (key.substr(i).starts_with(typed)) return std::pair(Match::kWord, 0);
    beginnings.push_back(key.substr(i));
  }
  if (inside) return std::pair(Match::kInside, 0);
  const std::size_t tolerated = typed.size() < 4 ? 0 : typed.size() < 6 ? 1 : 2;
  std::size_t fewest = 100;
  for (const std::string& beginning : beginnings) {
    for (std::size_t length = 0; length <= beginning.size(); ++length) {
      fewest = std::min(fewest, slow_mistakes(typed, beginning.substr(0, length)));
    }
  }
  if (tolerated == 0 || fewest > tolerated) return std::nullopt;
  return std::pair(Match::kSimilar, fewest);
}

struct Named {
  Kind kind;
  std::string name;
  std::vector<std::string> keys;
  std::size_t facts;
};

std::vector<std::string> slow_find(const std::vector<Named>& all, const std::string& typed,
                                   std::size_t count, std::optional<Kind> kind) {
  std::vector<std::tuple<Match, std::size_t, long, std::string, Kind>> found;
  for (const Named& each : all) {
    if (kind && *kind != each.kind) continue;
    std::optional<std::pair<Match, std::size_t>> best;
    for (const std::string& key : each.keys) {
      const auto match = slow_match(typed, key);
      if (match && (!best || *match < *best)) best = match;
    }
    if (!best) continue;
    found.emplace_back(best->first, best->second, -static_cast<long>(each.facts), each.name,
                       each.kind);
  }
  std::ranges::sort(found);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(count, found.size()); ++i) {
    names.push_back(std::get<3>(found[i]));
  }
  return names;
}

std::string random_name(std::minstd_rand& random, std::size_t longest) {
  const std::string letters = "aabbcde _-";
  std::string name;
  const std::size_t length = 1 + random() % longest;
  while (name.size() < length) name += letters[random() % letters.size()];
  return name;
}

TEST(NameSearch, FindsWhatASlowSearchFinds) {
  std::minstd_rand random(1);
  std::size_t similar = 0;
  std::size_t found = 0;
  for (int round = 0; round < 6; ++round) {
    DatasetContents contents;
    std::vector<std::string> entities;
    for (int i = 0; i < 40; ++i) entities.push_back("x" + random_name(random, 12) + "x");
    std::vector<std::string> relations;
    for (int i = 0; i < 4; ++i) relations.push_back("r" + random_name(random, 8) + "r");
    for (int i = 0; i < 120; ++i) {
      contents.train.push_back(
          {entities[random() % 40], relations[random() % 4], entities[random() % 40]});
    }
    std::set<std::string> labelled;
    for (int i = 0; i < 20; ++i) {
      const std::string& name = entities[random() % 40];
      if (labelled.insert(name).second)
        contents.labels.push_back({name, "l" + random_name(random, 10) + "l"});
    }
    const Engine engine = engine_of(contents);
    std::vector<Named> all;
    const auto add = [&](Kind kind, const std::string& name, const NameInWords& told,
                         std::size_t facts) {
      const std::string label = engine.label(name);
      Named each{kind, name, {search_key(name)}, facts};
      if (!label.empty()) {
        each.keys.push_back(search_key(label));
        each.keys.push_back(search_key(told.display_name));
      }
      all.push_back(each);
    };
    for (const std::string& name : engine.entities()) {
      add(Kind::kEntity, name, entity_in_words(engine, name), entity_in_brief(engine, name).facts);
    }
    for (const RelationCounts& each : relation_counts(engine)) {
      add(Kind::kRelation, each.relation.name, each.relation, each.facts);
    }
    const NameSearch search(engine);
    for (int query = 0; query < 60; ++query) {
      std::string typed = search_key(random_name(random, 9));
      if (query % 2 == 0) {  // a piece of a name with a mistake
        typed = all[random() % all.size()].keys[0];
        typed = typed.substr(0, 3 + random() % typed.size());
        const std::size_t place = random() % typed.size();
        if (query % 4 == 0) typed.erase(place, 1);
        if (query % 4 == 2 && place + 1 < typed.size()) std::swap(typed[place], typed[place + 1]);
        typed = search_key(typed);
      }
      if (typed.empty()) continue;
      for (const std::optional<Kind> kind :
           {std::optional<Kind>(), {Kind::kEntity}, {Kind::kRelation}}) {
        for (const std::size_t count : {1U, 10U, 1000U}) {
          const std::vector<Suggestion> suggestions = search.find(typed, count, kind);
          EXPECT_EQ(names_of(suggestions), slow_find(all, typed, count, kind))
              << "'" << typed << "' " << count;
          found += suggestions.size();
          for (const Suggestion& each : suggestions) {
            similar += each.match == Match::kSimilar ? 1 : 0;
            const auto own = std::ranges::find_if(all, [&](const Named& named) {
              return named.name == each.name && named.kind == each.kind;
            });
            ASSERT_TRUE(own != all.end());
            EXPECT_EQ(each.facts, own->facts);
          }
        }
      }
    }
  }
  EXPECT_GT(similar, 200U);
  EXPECT_GT(found, 3000U);
}

class LabelledNames : public ::testing::Test {
 protected:
  LabelledNames() { testing::write_labelled_data(folder_); }
  NameSearch search() const {  // which outlives the engine
    return NameSearch(Engine::train(Dataset::load(folder_.path() / "data"),
                                    testing::crisp_settings(), {.seed = 0, .threads = 1}));
  }
  TempFolder folder_;
};

TEST_F(LabelledNames, AreFoundByIdAndByLabel) {
  const NameSearch names = search();
  const std::vector<Suggestion> paris = names.find("PAR");
  EXPECT_THAT(names_of(paris), ElementsAre("Q3", "Q5"));
  EXPECT_EQ(paris[0].display_name, "Paris (Q3)");
  EXPECT_EQ(paris[0].match, Match::kStart);
  EXPECT_EQ(names.find("paris")[0].match, Match::kExact);
  EXPECT_EQ(names.find("paris (q5)").at(0).name, "Q5");
  EXPECT_EQ(names.find("paris (q5)").at(0).match, Match::kExact);
  EXPECT_THAT(names_of(names.find("states")), ElementsAre("Q6"));
  EXPECT_EQ(names.find("states")[0].match, Match::kWord);
  EXPECT_EQ(names.find("tates").at(0).match, Match::kInside);
  EXPECT_THAT(names_of(names.find("Itlay")), ElementsAre("Q2"));
  EXPECT_EQ(names.find("Itlay")[0].match, Match::kSimilar);
  EXPECT_THAT(names_of(names.find("untied sta")), ElementsAre("Q6"));
  EXPECT_THAT(names_of(names.find("located_in")), ElementsAre("P2"));
  EXPECT_EQ(names.find("located in")[0].kind, Kind::kRelation);
  EXPECT_THAT(names.find("located in", 10, Kind::kEntity), IsEmpty());
  EXPECT_THAT(names_of(names.find("q", 3)), ElementsAre("Q2", "Q4", "Q8"));
  EXPECT_THAT(names_of(names.find("q2", 3)), ElementsAre("Q2"));
}

TEST_F(LabelledNames, AreNotFoundByNothing) {
  const NameSearch names = search();
  EXPECT_THAT(names.find(""), IsEmpty());
  EXPECT_THAT(names.find("  _ "), IsEmpty());
  EXPECT_THAT(names.find("q", 0), IsEmpty());
  EXPECT_THAT(names.find("nobody is called so"), IsEmpty());
  EXPECT_THAT(names.find("\xFF\xFE"), IsEmpty());
  EXPECT_THAT(names.find(std::string(100000, 'q')), IsEmpty());
  EXPECT_THAT(names.find("q2\nitaly"), IsEmpty());
}

TEST(NameSearch, OfHostileNames) {
  const std::vector<std::string> names{"?",          "(",
                                       "'",          "__",
                                       "\u0301",     "\u6771\u4EAC",
                                       "\u00C9cole", "a\tb",
                                       "\u202Eevil", "\U0001F600 smile",
                                       "x\u200By"};
  std::vector<Fact> facts;
  for (const std::string& name : names) facts.push_back({name, "r", "hub"});
  const NameSearch search(engine_of({.train = facts}));
  for (const std::string& name : names) {
    if (name == "__") continue;  // nothing of it can be typed
    const std::vector<Suggestion> found = search.find(name);
    ASSERT_FALSE(found.empty()) << name;
    EXPECT_EQ(found[0].name, name);
    EXPECT_EQ(found[0].match, Match::kExact);
  }
  EXPECT_EQ(search.find("ECOLE").at(0).name, "\u00C9cole");
  EXPECT_EQ(search.find("\u6771").at(0).match, Match::kStart);
  EXPECT_EQ(search.find("smil").at(0).match, Match::kWord);
}

TEST(NameSearch, FromManyThreadsIsTheSame) {
  std::minstd_rand random(3);
  std::vector<Fact> facts;
  for (int i = 0; i < 300; ++i)
    facts.push_back({random_name(random, 10) + "e", "r", random_name(random, 10) + "f"});
  const NameSearch search(engine_of({.train = facts}));
  std::vector<std::vector<std::string>> found(4);
  {
    std::vector<std::jthread> threads;
    for (auto& list : found) {
      threads.emplace_back([&] {
        for (const char* typed : {"a", "ab", "abcde", "edcba", "bad e"}) {
          for (const std::string& name : names_of(search.find(typed))) list.push_back(name);
        }
      });
    }
  }
  for (const auto& list : found) EXPECT_EQ(list, found[0]);
  EXPECT_GT(found[0].size(), 20U);
}

}  // namespace
}  // namespace gntp
