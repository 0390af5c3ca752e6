#include "engine/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/errors.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

KnowledgeBase make_kb() {
  KnowledgeBase kb;
  for (const char* name : {"france", "Paris", "new york", "l'aquila", "münchen"}) {
    kb.entities.add(name);
  }
  for (const char* name : {"locatedIn", "capital of", "/a/b.c"}) kb.relations.add(name);
  return kb;
}

TEST(Names, QueriesWithOneUnknown) {
  const KnowledgeBase kb = make_kb();
  const Query tail = resolve_query("locatedIn(france, ?)", kb);
  EXPECT_EQ(tail.relation, RelationId{0});
  EXPECT_EQ(tail.head, EntityId{0});
  EXPECT_FALSE(tail.tail);
  const Query head = resolve_query("'capital of'(?, Paris)", kb);
  EXPECT_EQ(head.relation, RelationId{1});
  EXPECT_FALSE(head.head);
  EXPECT_EQ(head.tail, EntityId{1});
  const Query relation = resolve_query("?(münchen, 'new york')", kb);
  EXPECT_FALSE(relation.relation);
  EXPECT_EQ(relation.head, EntityId{4});
  EXPECT_EQ(relation.tail, EntityId{2});
}

TEST(Names, FactTextReadsBack) {
  const KnowledgeBase kb = make_kb();
  for (EntityId head{0}; head < kb.entities.size(); ++head) {
    for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
      const Triple triple{head, relation, EntityId(1)};
      EXPECT_EQ(resolve_fact(fact_text(triple, kb), kb), triple) << fact_text(triple, kb);
    }
  }
}

TEST(Names, ErrorsNameTheNearest) {
  const KnowledgeBase kb = make_kb();
  const auto of_query = [&](std::string_view text) {
    return error_of([&] { resolve_query(text, kb); });
  };
  EXPECT_EQ(of_query("locatedIn(frence, ?)"), "unknown entity 'frence'; did you mean 'france'?");
  EXPECT_EQ(of_query("locatedin(paris, ?)"),
            "unknown relation 'locatedin'; did you mean 'locatedIn'?");
  EXPECT_THAT(of_query("zzz(france, ?)"), HasSubstr("relations.tsv"));
  EXPECT_THAT(of_query("locatedIn(france, Paris)"), HasSubstr("expected one '?'"));
  EXPECT_THAT(of_query("?(?, Paris)"), HasSubstr("found 2"));
  EXPECT_THAT(of_query("locatedIn(france)"), HasSubstr("2 arguments"));
  EXPECT_NE(of_query("locatedIn(france"), "no error");
  EXPECT_NE(of_query(""), "no error");
  EXPECT_THAT(error_of([&] { resolve_fact("locatedIn(france, ?)", kb); }),
              StartsWith("locatedIn(france, ?): expected a fact without '?'"));
}

}  // namespace
}  // namespace gntp
