import { describe, expect, test } from "bun:test";
import { sharedTopics } from "../../src/stats/themes.ts";
import { expectLinear } from "../support/growth.ts";

describe("sharedTopics()", () => {
  const store = (choice: string) => ({ aspect: "Primary data store", choice });

  test("finds the trade-offs of two designs that are about one topic, different choices first", () => {
    const cache = { aspect: "Caching", choice: "A cache beside every reader" };
    const shared = sharedTopics(
      [cache, store("PostgreSQL with replicas"), { aspect: "Team size", choice: "Four people" }],
      [store("DynamoDB on demand"), { aspect: "Where caching happens", choice: "Cache beside each reader" }],
    );
    expect(shared).toEqual([
      { first: 1, second: 0, same_choice: false },
      { first: 0, second: 1, same_choice: true },
    ]);
  });

  test("uses a trade-off once, for the one it is most alike", () => {
    const shared = sharedTopics([store("A")], [{ aspect: "Data", choice: "B" }, store("C")]);
    expect(shared).toEqual([{ first: 0, second: 1, same_choice: false }]);
  });

  test("takes time that grows with the number of trade-offs, of few words and of many", () => {
    const subjects = ["queue", "cache", "shard", "retry", "schema", "tenant", "replica", "ledger"];
    for (const variants of [1, 23, 1_000]) {
      const tradeoff = (at: number) => ({
        aspect: subjects.map((subject, word) => `${subject}${(at * (word + 3)) % variants}`).join(" "),
        choice: `Choice ${at}`,
      });
      expectLinear(
        `${variants} variants`,
        (length) => {
          const all = Array.from({ length }, (_, at) => tradeoff(at));
          sharedTopics(all, all.toReversed());
        },
        4_000,
      );
    }
  });
});
