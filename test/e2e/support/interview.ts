import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Asked as Request, wholeText } from "../../../rehearsal/asked.ts";
import type { LoggedRequest } from "../../../rehearsal/provider.ts";
import type { Reply } from "../../../rehearsal/reply.ts";
import type { Brief, BriefItem } from "../../../src/artifacts/brief.ts";
import { numbered } from "../../../src/artifacts/requirement.ts";
import { type Journal, openJournal } from "../../../src/questions/journal.ts";
import { type Asked, isApproval } from "../../../src/questions/replay.ts";
import { readJson } from "../../support/disk.ts";
import type { Rehearsal, RehearsalOptions } from "./rehearsal.ts";

export const IDEA = "Something to send e-mails reliably";
export const FIRST = "one/first";
export const PROBE = "two/probe";
const DESIGNERS = ["alpha/plans", "beta/plans"];
const REVIEWERS = ["gamma/judges", "delta/judges"];

/** What a person says to a question and to a brief: whom it names does not come into the brief. */
export const SECRETS = { answer: "Quetzalcoatl", remark: "Popocatepetl" } as const;
export const NIGHT = `${SECRETS.answer} and the two of us`;
export const REMARK = `${SECRETS.remark} gets a copy of each message`;
const NAMES = new RegExp(Object.values(SECRETS).join("|"), "gu");

/** The briefer leaves out what a person is called. */
export function discreet({ kind }: Pick<Request, "kind">): Reply | undefined {
  return kind === "brief" ? { text: (ordinary) => ordinary.replaceAll(NAMES, "somebody") } : undefined;
}

/** An interview between two models and a person, then two designers and two reviewers, each with one task alone. */
export const INTERVIEW = {
  models: [FIRST, PROBE, ...DESIGNERS, ...REVIEWERS].map((id, at) => ({
    id,
    strength: at === 2 ? "thorough" : "thin",
  })),
  lab: {
    brief: { first_model: FIRST, probe_model: PROBE },
    design_models: DESIGNERS,
    review_models: REVIEWERS,
    confirm_above: null,
  },
  script: discreet,
} satisfies RehearsalOptions;

/** What each model was asked for, and how often, where nothing is asked twice and the brief is sent back once. */
export const ONCE = {
  [`${FIRST} questions`]: 1,
  [`${PROBE} questions`]: 3,
  [`${PROBE} brief`]: 2,
  ...Object.fromEntries(DESIGNERS.map((model) => [`${model} design`, 1])),
  ...Object.fromEntries(REVIEWERS.map((model) => [`${model} evaluation`, 2])),
};

export function counted(requests: readonly LoggedRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { model, kind } of requests) counts[`${model} ${kind}`] = (counts[`${model} ${kind}`] ?? 0) + 1;
  return counts;
}

/** The folder of the only experiment; "" while there is none. */
export function folderOf({ project }: Rehearsal): string {
  const base = join(project.directory, ".opencode/design-lab");
  try {
    const [name] = readdirSync(base).filter((each) => /^\d/u.test(each));
    return name === undefined ? "" : join(base, name);
  } catch {
    return "";
  }
}

export const journalOf = (lab: Rehearsal): Journal => openJournal(folderOf(lab), () => new Date(), lab.project);
export const askedIn = async (lab: Rehearsal): Promise<Asked[]> =>
  folderOf(lab) === "" ? [] : (await journalOf(lab).read()).questions;

/** The id of the approval that is open; undefined while none is. */
export const approvalOf = async (lab: Rehearsal): Promise<string | undefined> =>
  (await askedIn(lab)).find((each) => isApproval(each) && each.state === "open")?.id;

/**
 * Of the conversation designers and reviewers saw what stands in the brief, and no other word; designers read all of its
 * items, and reviewers those with a number under it.
 */
export async function expectBlind(lab: Rehearsal): Promise<void> {
  const dir = folderOf(lab);
  const brief = await readJson<Brief>(join(dir, "brief.json"));
  const held = JSON.stringify(brief);
  for (const secret of Object.values(SECRETS)) expect(held).not.toContain(secret);
  const questions = await askedIn(lab);
  const said = questions.flatMap(({ question, answer }) => {
    const { type: _, ...rest } = question;
    const own = "sections" in rest ? { ...rest, sections: [] } : rest;
    return textsIn([own, answer]);
  });
  const secret = [...new Set([...said, ...Object.values(SECRETS)])].filter(
    (text) => text.length >= SHORTEST && !held.includes(JSON.stringify(text).slice(1, -1)),
  );
  expect(secret).toContain(NIGHT);
  expect(secret).toContain(REMARK);
  const { requirements, constraints, non_functional_requirements } = brief;
  const items = numbered({
    requirements: requirements.map(textOf),
    constraints: constraints.map(textOf),
    non_functional_requirements: non_functional_requirements.map(textOf),
  });
  const all = lab.labRequests().filter(({ kind }) => kind === "design" || kind === "evaluation");
  for (const request of all) {
    const text = wholeText(request);
    expect([request.model, secret.filter((each) => text.includes(each))]).toEqual([request.model, []]);
    for (const { id, text: item } of items)
      expect(text).toContain(request.kind === "design" ? `- ${item}` : `${id}: ${item}`);
    expect(text).toContain("ASSUMPTIONS (taken for granted, for nobody said otherwise):\n- One team runs it.");
  }
}

const textOf = ({ text }: BriefItem): string => text;

/** Characters of a text that is told from words that anybody might use. */
const SHORTEST = 12;

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
