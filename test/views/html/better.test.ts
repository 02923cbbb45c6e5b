import { expect, test } from "bun:test";
import { h } from "preact";
import { render } from "preact-render-to-string";
import type { Page } from "../../../src/views/html/page.ts";
import { BetterSection } from "../../../src/views/html/sections/better.tsx";
import { taskOf } from "../../support/artifacts.ts";
import { visibleText } from "../../support/views.ts";

test("what rounds changed is shown of each text that is another than what it was made of, and of no other", () => {
  const outcome = { number: 1, children: [], ranking: null, changed: [], people: null };
  const changes = [
    { child: "A2", parent: "A", before: "One queue.\nOne worker.", after: "One queue.\nTwo workers." },
    { child: "B2", parent: "B", before: "The same.", after: "The same." },
  ];
  const page = { rounds: [{ outcome, changes }], task: taskOf(["a/x"], ["b/y"]) } as unknown as Page;
  const shown = visibleText(render(h(BetterSection, { page })));
  expect(shown).toContain("A2");
  expect(shown).toContain("Two workers.");
  expect(shown).not.toContain("B2");
});
