import { describe, expect, test } from "bun:test";
import { commonThemes, meaningfulWords, pointsOf, sharedTopics, summariseReviews } from "../../src/stats/themes.ts";
import { expectLinear, repeated, UNITS } from "../support/growth.ts";

const said = (...texts: [reviewer_id: string, text: string][]) =>
  commonThemes(texts.map(([reviewer_id, text]) => ({ reviewer_id, text })));

describe("commonThemes()", () => {
  test("finds what two reviewers say in other words, and leaves out what one says", () => {
    const themes = said(
      ["r0", "Idempotency keys prevent duplicate delivery"],
      ["r1", "Uses idempotent keys to avoid duplicates on delivery of jobs"],
      ["r1", "The rollout plan has a canary stage"],
    );
    expect(themes).toEqual(["Idempotency keys prevent duplicate delivery"]);
  });

  test("is not impressed by one reviewer who repeats itself", () => {
    expect(said(["r0", "Retries use exponential backoff"], ["r0", "Exponential backoff on retries"])).toEqual([]);
  });

  test("does not join sentences that share only the words of every review", () => {
    expect(
      said(["r0", "The design clearly lacks a rollback strategy"], ["r1", "The design clearly lacks tenant isolation"]),
    ).toEqual([]);
  });

  test("puts the theme of the most reviewers first and gives each theme one sentence", () => {
    const themes = said(
      ["r0", "No plan for schema migration"],
      ["r1", "Schema migrations are not planned"],
      ["r0", "Single database is a bottleneck"],
      ["r1", "The single database becomes a bottleneck under load"],
      ["r2", "Bottleneck: a single database"],
    );
    expect(themes).toEqual(["Bottleneck: a single database", "No plan for schema migration"]);
  });

  test("reads Japanese, Chinese and Korean", () => {
    expect(said(["r0", "冪等キーにより重複配信を防いでいる"], ["r1", "重複配信を防ぐ冪等キーがある"])).toHaveLength(1);
    expect(said(["r0", "障害時の復旧手順が明確です"], ["r1", "テナント分離の仕組みが不足"])).toEqual([]);
    expect(said(["r0", "数据库迁移计划缺失"], ["r1", "没有数据库迁移的计划"])).toHaveLength(1);
    expect(said(["r0", "데이터베이스가 병목이 된다"], ["r1", "병목은 데이터베이스"])).toHaveLength(1);
  });

  test("reads accents, cases and full-width letters alike", () => {
    expect(
      said(["r0", "Résilience des FILES de messages"], ["r1", "Bonne résilience, files de messages durables"]),
    ).toHaveLength(1);
    expect(meaningfulWords("Ｃａｃｈｅ")).toEqual(meaningfulWords("cache"));
  });

  test("says nothing about nothing", () => {
    expect(said()).toEqual([]);
    expect(said(["r0", "…"], ["r1", "!!"])).toEqual([]);
    expect(said(["r0", "It is good"], ["r1", "It is good"])).toEqual([]);
  });
});

describe("meaningfulWords()", () => {
  test("gives one stem to the forms of a word", () => {
    for (const forms of [
      ["scale", "scaling", "scalable", "scalability"],
      ["duplicate", "duplicates", "duplication"],
      ["idempotent", "idempotency"],
      ["partition", "partitions", "partitioning"],
      ["retry", "retries"],
      ["migration", "migrations", "migrate"],
      ["log", "logs", "logging"],
    ]) {
      expect(meaningfulWords(forms.join(" ")).size).toBe(1);
    }
  });
});

describe("meaningfulWords() counts", () => {
  const words = (text: string) => [...meaningfulWords(text)];

  test("words of a thousand characters, forty of them, none longer than forty letters", () => {
    expect(words(`${"x".repeat(995)} queue`)).toEqual(["queu".slice(0, 4)]);
    expect(words(`${" ".repeat(1_000)}queue`)).toEqual([]);
    expect(words(Array.from({ length: 60 }, (_, at) => `ab${at}cd`).join(" "))).toHaveLength(40);
    expect([40, 41].map((length) => words("q".repeat(length)).length)).toEqual([1, 0]);
  });

  test("no function word, no praise, no single letter or digit, and no mark between words", () => {
    expect(words("It is a good design, and x 7 of the 時 こと に のため。")).toEqual([]);
    expect(words("冪等キー、重複！")).not.toContain("、");
    expect(words("queue, QUEUES; (queue)")).toHaveLength(1);
  });

  test("a Korean word without its particle where more than that is left", () => {
    expect(words("데이터베이스를")).toEqual(words("데이터베이스"));
    expect(words("큐를")).toEqual(["큐를"]);
  });
});

test("pointsOf() gives each theme once with who said it, and what one says alone in the order given", () => {
  const given = [
    ["r0", "Rollback is written down"],
    ["r0", "No plan for the schema migration of tenants"],
    ["r1", "Schema migration of tenants is not planned"],
    ["r2", "Alerts"],
    ["r1", "No plan for the schema migration of tenants"],
    ["r1", "…"],
    ["r2", "Tenants"],
  ].map(([reviewer_id = "", text = ""]) => ({ reviewer_id, text }));
  expect(pointsOf(given)).toEqual([
    {
      text: "Schema migration of tenants is not planned",
      reviewers: ["r1", "r0"],
      variants: [
        { reviewer_id: "r0", text: "No plan for the schema migration of tenants" },
        { reviewer_id: "r1", text: "No plan for the schema migration of tenants" },
      ],
    },
    ...["Rollback is written down", "Alerts", "…", "Tenants"].map((text) => ({
      text,
      reviewers: given.filter((each) => each.text === text).map(({ reviewer_id }) => reviewer_id),
      variants: [],
    })),
  ]);
  expect(pointsOf([])).toEqual([]);
});

describe("summariseReviews()", () => {
  test("counts every point and keeps strengths and weaknesses apart", () => {
    const summary = summariseReviews([
      { reviewer_id: "r0", strengths: ["Durable queue survives restarts", "Cheap"], weaknesses: [] },
      { reviewer_id: "r1", strengths: ["Queue is durable across restarts"], weaknesses: ["Durable queue is slow"] },
    ]);
    expect(summary).toEqual({
      total_strengths: 3,
      total_weaknesses: 1,
      common_strengths: ["Durable queue survives restarts"],
      common_weaknesses: [],
    });
  });
});

describe("commonThemes() takes time that grows with the number of sentences, where", () => {
  const NOUNS = ["queue", "cache", "shard", "retry", "schema", "tenant", "replica", "ledger", "stream", "broker"];
  const noun = (at: number) => NOUNS[at % NOUNS.length] ?? "";
  const shapes: Record<string, (at: number) => string> = {
    "all say the same": () => "The queue survives a restart",
    "all share two words": (at) => `durable queue ${noun(at)}${at}`,
    "all share one word": (at) => `queue item${at} part${at * 7} side${at * 11}`,
    "half of the words are shared": (at) => `${noun(at)} ${noun(at >> 3)} ${noun(at >> 5)} number${at}`,
    "nobody shares a word": (at) => `alpha${at} beta${at} gamma${at}`,
    "each word is one sentence's and the next one's": (at) => `word${at} word${at + 1} word${at + 2}`,
    "a sentence is long": (at) => `${noun(at)} `.repeat(200),
  };
  for (const [name, text] of Object.entries(shapes)) {
    test(name, () => {
      expectLinear(
        name,
        (length) => {
          const sentences = Array.from({ length: length / 8 }, (_, at) => ({
            reviewer_id: `r${at % 50}`,
            text: text(at),
          }));
          commonThemes(sentences);
        },
        40_000,
      );
    });
  }

  test("a single text has a million characters", () => {
    for (const unit of UNITS) expectLinear(unit, (length) => void meaningfulWords(repeated(unit, length)), 200_000);
  });
});

test("commonThemes() finds a theme among thousands of other sentences of the same words", () => {
  const noise = Array.from({ length: 3000 }, (_, at) => ({
    reviewer_id: `r${at % 9}`,
    text: `queue item${at} part${at}`,
  }));
  const said = ["a", "b"].map((reviewer_id) => ({
    reviewer_id,
    text: "No plan for the migration of the queue schema",
  }));
  expect(commonThemes([...noise, ...said])).toEqual(["No plan for the migration of the queue schema"]);
});

describe("sharedTopics()", () => {
  const store = (choice: string) => ({ aspect: "Primary data store", choice });

  test("finds the trade-offs of two designs that are about one topic, different choices first", () => {
    const cache = { aspect: "Caching", choice: "A cache beside every reader" };
    const shared = sharedTopics(
      [cache, store("PostgreSQL with replicas"), { aspect: "Team size", choice: "Four people" }],
      [store("DynamoDB on demand"), { aspect: "Where to cache", choice: "Cache beside each reader" }],
    );
    expect(shared).toEqual([
      { first: 1, second: 0, differs: true },
      { first: 0, second: 1, differs: false },
    ]);
  });

  test("uses a trade-off once, for the one it is most alike", () => {
    const shared = sharedTopics([store("A")], [{ aspect: "Data", choice: "B" }, store("C")]);
    expect(shared).toEqual([{ first: 0, second: 1, differs: true }]);
  });

  test("gives each of several its own, the most alike first, and none to what is left over", () => {
    const both = [store("Postgres"), { aspect: "Cache", choice: "Dynamo" }];
    expect(sharedTopics(both, both.toReversed())).toEqual([
      { first: 0, second: 1, differs: false },
      { first: 1, second: 0, differs: false },
    ]);
    expect(sharedTopics(both, [store("C")])).toEqual([{ first: 0, second: 0, differs: true }]);
    expect(sharedTopics([store("C")], both)).toEqual([{ first: 0, second: 0, differs: true }]);
  });

  test("takes the same words, or nearly all of several, for one topic, and calls no near choices different", () => {
    const topics = (aspect: string, other: string) =>
      sharedTopics([{ aspect, choice: "" }], [{ aspect: other, choice: "" }]).length;
    expect([topics("queue broker", "the broker of the queue"), topics("queue broker", "queue broker lease")]).toEqual([
      1, 1,
    ]);
    expect([topics("State or events", "State partition"), topics("queue", "queue lease")]).toEqual([0, 0]);
    const differs = (choice: string, other: string) => sharedTopics([store(choice)], [store(other)])[0]?.differs;
    expect(differs("queue broker lease", "queue broker lease shard tenant replica ledger")).toBe(false);
    expect(differs("queue broker lease", "queue broker lease shard tenant replica ledger stream")).toBe(true);
  });

  test("takes time that grows with the number of trade-offs, of few words and of many", () => {
    const subjects = ["queue", "cache", "shard", "retry", "schema", "tenant", "replica", "ledger"];
    // Of 7, a word has its 64 holders at the short length already; of 23 only the long one has, and takes 24 times as long.
    for (const variants of [1, 7, 1_000]) {
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
