import { expect, test } from "bun:test";
import type { Met } from "../../src/artifacts/unmet.ts";
import { namedOnce, required, type Sentence, say, strong, unmarked } from "../../src/story/sentence.ts";
import { told } from "../../src/story/verdict.ts";
import { rankingOf } from "../views/markdown/support.ts";
import { hostileTables } from "./tables.ts";

const IDS = ["R1", "R2", "R3", "R4", "C1", "N1"];
const KINDS = ["met", "partly", "missed", "silent", "open"] as const;

/** What a design meets, each by a throw. */
function thrown(next: () => number): Met {
  const found: Met = { of: IDS.length, met: [], partly: [], missed: [], silent: [], open: [] };
  for (const id of IDS) found[KINDS[Math.floor(next() * next() * KINDS.length)] ?? "met"].push(id);
  return found;
}

test("of the best is said first what it meets where that is fewer than half or misses a constraint, and of no other", () => {
  const tables = hostileTables(91, 0);
  let state = 7;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const seen = { said: 0, silent: 0, chosen: 0, outdone: 0 };
  for (let at = 0; at < 600; at++) {
    const ranking = rankingOf(tables());
    for (const each of ranking.designs) each.requirements = thrown(next);
    const { kind, first: named, little, margin } = told(ranking);
    // One opinion may put several first, of which the verdict names one.
    const ranked = ranking.designs.flatMap(({ design_id, rank }) => (rank === 1 ? design_id : []));
    const first = kind === "one-opinion" ? ranked : named;
    const asked = first.flatMap((id) => ranking.designs.find(({ design_id }) => design_id === id)?.requirements ?? []);
    const most = Math.max(0, ...asked.map(({ met }) => met.length));
    const lacks = asked.every(({ missed, silent }) => missed.includes("C1") || silent.includes("C1"));
    const open = kind === "unranked" || kind === "one-design" || kind === "nobody-compares";
    const isLittle = !open && asked.length > 0 && (most < 3 || lacks);
    const others = ranking.designs.filter(({ design_id }) => !first.includes(design_id));
    const more = others.filter(({ requirements }) => (requirements?.met.length ?? 0) > most);
    const outdone = Math.max(0, ...more.map(({ requirements }) => requirements?.met.length ?? 0));
    const best = more.find(({ requirements }) => requirements?.met.length === outdone)?.design_id;
    const lead = `The best of these${best === undefined ? "" : " by score"} meets ${most} of 6 requirements`;
    const said =
      asked.length > 1 ? `No design that shares the first place meets more than ${most} of 6 requirements` : lead;
    expect(little && unmarked(little, (id) => `<${id}>`)).toBe(
      isLittle ? `${said}${best === undefined ? "" : `, <${best}> meets ${outdone}`}.` : null,
    );
    seen[isLittle ? "said" : "silent"] += 1;
    seen.outdone += isLittle && best !== undefined ? 1 : 0;
    if (kind !== "tie" || margin === null) continue;
    const counts = asked.map(({ met }) => met.length);
    const chosen = /^Choose by what they meet first \((.*) of 6 requirements\), then/u.exec(
      unmarked(margin, (id) => `<${id}>`),
    )?.[1];
    expect(chosen !== undefined).toBe(new Set(counts).size > 1);
    for (const [, id, met] of (chosen ?? "").matchAll(/<([^>]*)> (\d)/gu)) {
      expect(ranking.designs.find(({ design_id }) => design_id === id)?.requirements?.met).toHaveLength(Number(met));
      seen.chosen += 1;
    }
  }
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(20);
});

test("a requirement is named with its words once, and by its number after that, also where it is emphasised", () => {
  const [one, two] = [required("R1", "Survives a crash"), required("R2", "Is quick")];
  const said: Sentence[] = [
    say`It misses ${one} and ${two}.`,
    say`${strong(say`No design meets ${one}`)}.`,
    say`${two}.`,
  ];
  expect(namedOnce(said).map((each) => unmarked(each, String))).toEqual([
    "It misses R1 “Survives a crash” and R2 “Is quick”.",
    "No design meets R1.",
    "R2.",
  ]);
  expect(namedOnce(said, new Set(["R2"])).map((each) => unmarked(each, String))[0]).toBe(
    "It misses R1 “Survives a crash” and R2.",
  );
});
