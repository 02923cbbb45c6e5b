import { join } from "node:path";
import { type Asked, userText } from "../../../rehearsal/asked.ts";
import { planted, type Table } from "../../support/planted.ts";
import { rehearse } from "./rehearsal.ts";
import { experimentsIn } from "./standing.ts";

export const DESIGNERS = ["d1/one", "d2/two", "d3/three", "d4/four", "d5/five"];
const REVIEWERS = ["r1/one", "r2/two", "r3/three", "r4/four", "r5/five", "r6/six"];
const SPARE = "spare/one";

export const close = (scores: readonly number[]): Table =>
  Object.fromEntries([...REVIEWERS, SPARE].map((id, at) => [id, scores.map((score) => score - (at % 3) * 0.3)]));
/** Nobody prefers any. */
const EVEN: Table = Object.fromEntries(REVIEWERS.map((id, at) => [id, DESIGNERS.map(() => 5 + (at % 3))]));

/** A laboratory whose scores, failures and delays the test changes as it goes. */
export async function laboratory() {
  const play = { table: EVEN, fails: (_: Asked): boolean => false, delay: 0 };
  const lab = await rehearse({
    models: [...DESIGNERS, ...REVIEWERS, SPARE].map((id) => ({ id })),
    lab: { fallback_models: { "r2/two": [SPARE] }, confirm_above: null },
    script: (asked) => {
      if (asked.kind !== "design" && asked.kind !== "evaluation") return undefined;
      if (play.fails(asked)) return { status: 401, error: { message: "no such key" } };
      return {
        text: (ordinary) => planted(DESIGNERS, play.table, asked, ordinary),
        usage: { input: 1_000, output: 500 },
        delay: asked.kind === "evaluation" ? play.delay : 0,
      };
    },
  });
  const base = join(lab.project.directory, ".opencode/design-lab");
  /** Which evaluations were asked since so many requests, as "plan reviewer". */
  const asked = (since = 0): string[] =>
    lab
      .labRequests()
      .flatMap((request) => {
        if (request.kind !== "evaluation") return [];
        return [`${/Plan (\d)/u.exec(userText(request))?.[1]} ${request.model}`];
      })
      .slice(since);
  const plan = (designs: number, reviewers: number, topic: string) => ({
    task: `Design ${topic}`,
    topic,
    design_models: DESIGNERS.slice(0, designs),
    review_models: REVIEWERS.slice(0, reviewers),
    thrifty: true,
  });
  const newest = async (topic: string) => (await experimentsIn(base)).find((dir) => dir.endsWith(topic)) ?? "";
  return { lab, play, asked, plan, newest };
}
