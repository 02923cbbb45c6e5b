import { afterEach, expect, test } from "bun:test";
import { type Asked, userText } from "../../rehearsal/asked.ts";
import { fencedIn } from "../../rehearsal/reading.ts";
import { mergeOf, revisionOf } from "../../rehearsal/reviser.ts";
import { ordinaryAnswer } from "../../rehearsal/scripted-model.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const DESIGNERS = ["av/qa-11", "bv/qb-12", "cv/qc-13", "dv/qd-14", "ev/qe-15"];
const JUDGES = ["rv/qr-21", "sv/qs-22", "tv/qt-23"];
/** What the texts of a round are: two parents, their revisions and a merge. */
const ROLES = ["A", "B", "A2", "B2", "M1"] as const;
type Role = (typeof ROLES)[number];

/** The text of each role by its number: each of five texts is something else in each of these. */
const CASTS: readonly Readonly<Record<Role, number>>[] = [
  { A: 0, B: 1, A2: 2, B2: 3, M1: 4 },
  { A: 3, B: 2, A2: 4, B2: 1, M1: 0 },
  { A: 2, B: 4, A2: 0, B2: 3, M1: 1 },
];

type Seen = { title: string; prompt: string; design: string };

/** What reviewers get, in the order in which each of them gets it, where the texts are cast so. */
async function judgedAs(cast: Readonly<Record<Role, number>>): Promise<Map<string, Seen[]>> {
  const texts = new Map<number, object>();
  const textOf = (number: number, asked: Asked): object => {
    const made = texts.get(number) ?? JSON.parse(ordinaryAnswer({ id: `text/${number}`, strength: "average" }, asked));
    texts.set(number, made);
    return {
      ...made,
      title: `Plan ${number}`,
      summary: `Plan ${number} keeps what it is given, ${"and more ".repeat(number)}on disk.`,
    };
  };
  let design: Asked | undefined;
  lab = await bench({
    models: [...DESIGNERS, ...JUDGES].map((id) => ({ id, strength: "average" as const })),
    config: { design_models: DESIGNERS, review_models: JUDGES, limits: { max_parallel: 1 }, confirm_above: null },
    answer: (asked) => {
      const at = DESIGNERS.indexOf(asked.model);
      if (asked.kind === "design") {
        design ??= asked;
        return JSON.stringify(textOf(at === 0 ? cast.A : at === 1 ? cast.B : 10 + at, design));
      }
      if (design === undefined) return undefined;
      if (asked.kind === "revision")
        return JSON.stringify({ ...revisionOf(asked), design: textOf(at === 0 ? cast.A2 : cast.B2, design) });
      if (asked.kind === "merge") return JSON.stringify({ ...mergeOf(asked), design: textOf(cast.M1, design) });
      return undefined;
    },
  });
  await lab.call("run", { task: "A queue", topic: "queue", control: true });
  await lab.call("refine", { experiment: "latest", designs: ["A", "B"], merge: true, revise: true });
  const seen = lab.host.prompts.flatMap(({ role, model, text, sessionID }) => {
    if (role !== "evaluator") return [];
    const given = fencedIn(userText({ messages: [{ role: "user", content: text, tool_calls: [] }] })).at(-1) ?? "";
    const { title = "" } = lab.host.sessions.find(({ id }) => id === sessionID) ?? {};
    return [{ model, title, design: given, prompt: text.replace(given, "DESIGN").replace(/nonce0000\d+/gu, "NONCE") }];
  });
  await lab.dispose();
  return Map.groupBy(seen, ({ model }) => model);
}

test("which text is parent, revision, merge or planted copy changes nothing that a reviewer gets but the text", async () => {
  const all: Map<string, Seen[]>[] = [];
  for (const cast of CASTS) all.push(await judgedAs(cast));
  for (const seen of all)
    for (const model of JUDGES) {
      const [own = [], before = []] = [seen.get(model), all[0]?.get(model)];
      // Five designs, two copies, five texts of the round.
      expect(own).toHaveLength(12);
      // A design is judged as soon as it is there, a round once all of it is: there the order too is the same.
      const titles = (seenOf: Seen[]) => seenOf.map(({ title }) => title);
      expect(titles(own.slice(0, 7)).toSorted()).toEqual(titles(before.slice(0, 7)).toSorted());
      expect(titles(own.slice(7))).toEqual(titles(before.slice(7)));
      expect(own.map(({ prompt }) => prompt)).toEqual(before.map(({ prompt }) => prompt));
      // A round draws the order of its criteria anew.
      for (const alike of [own.slice(0, 7), own.slice(7)])
        expect(new Set(alike.map(({ prompt }) => prompt)).size).toBe(1);
    }
  // The same five texts each time, at other places.
  const placesOf = (seen: Map<string, Seen[]>) =>
    (seen.get(JUDGES[0] ?? "") ?? []).slice(-5).map(({ design }) => /Plan \d/u.exec(design)?.[0] ?? "");
  const places = all.map(placesOf);
  for (const each of places) expect(each.toSorted()).toEqual(["Plan 0", "Plan 1", "Plan 2", "Plan 3", "Plan 4"]);
  expect(new Set(places.map(String)).size).toBe(CASTS.length);
});
