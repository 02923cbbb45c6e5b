import { expect, test } from "bun:test";
import { pageOf } from "../../../src/views/html/page.ts";
import { comparisonStyle } from "../../../src/views/html/sections/compare.tsx";
import { reportCase } from "../../support/report-data.ts";

test("compares the two designs that are chosen left and right, and no others", () => {
  const style = comparisonStyle(pageOf(reportCase({ designs: 3, reviewers: 2 }), new Map()));
  const rules = [...style.matchAll(/^\.compare(.*) \{ (.*); \}$/gmu)].map(([, where = "", does = ""]) => ({
    where,
    does,
  }));
  /** What a rule comes to where these two are chosen, by its selector. */
  const holds = (where: string, left: string, right: string): boolean => {
    const asked = where.split(" ").slice(0, -1).join(" ");
    const isChosen = (text: string): boolean =>
      [...text.matchAll(/:has\((?:#compare-(left|right) )?option\[value="(.)"\]:checked\)/gu)].every(
        ([, side, letter]) =>
          side === undefined ? [left, right].includes(letter ?? "") : letter === (side === "left" ? left : right),
      );
    const not = /^:not\((.*)\)$/u.exec(asked);
    return not ? !isChosen(not[1] ?? "") : isChosen(asked);
  };
  for (const left of "ABC")
    for (const right of "ABC") {
      const now = rules.filter(({ where }) => holds(where, left, right));
      const of = (does: string): string[] =>
        now.filter((rule) => rule.does === does).map(({ where }) => where.split(" ").at(-1) ?? "");
      const hidden = of("display: none");
      const shown = [..."ABC"].filter((letter) => !hidden.includes(`.of-${letter}`));
      expect([left, right, shown]).toEqual([left, right, [...new Set([left, right])].sort()]);
      expect(of("order: 2")).toEqual([`.of-${right}`]);
      expect([of("display: block"), hidden.includes(".both")]).toEqual(
        left === right ? [[".same"], true] : [[], false],
      );
    }
});
