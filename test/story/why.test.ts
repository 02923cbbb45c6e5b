import { expect, test } from "bun:test";
import { unmarked } from "../../src/story/sentence.ts";
import { reasons } from "../../src/story/why.ts";
import { experiment } from "../stats/support.ts";
import { rankingOf, storyFrom } from "../views/markdown/support.ts";

test("of each of two that cannot be told apart it is said what it decided first, in its own words", () => {
  const story = storyFrom(
    rankingOf(
      experiment([
        [7, 6, 7],
        [7, 7, 6],
      ]),
    ),
  );
  const main = [
    { aspect: "Language", choice: "Go" },
    { aspect: "Storage", choice: "One table" },
  ];
  const designs = story.insights.designs.map((each, at) => ({ ...each, main_choice: main[at] ?? null }));
  const said = reasons({ ...story, insights: { ...story.insights, designs } }, []);
  expect(said.map((each) => unmarked(each.said, String))).toEqual([
    "d0 is: “What d0 is”; on “Language” it chose “Go”",
    "d1 is: “What d1 is”; on “Storage” it chose “One table”",
  ]);
});
