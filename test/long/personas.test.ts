import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type Asked, wholeText } from "../../rehearsal/asked.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Task } from "../../src/artifacts/task.ts";
import { OWN_PERSONAS } from "../../src/config/own-personas.ts";
import { onEachHost } from "../e2e/support/hosts.ts";
import { at, liveThrough, type Moment } from "../e2e/support/kill-chain.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { OF_RFC, ORDINARY, rfc } from "../e2e/support/rfc.ts";
import { personaIn, standingOf } from "../e2e/support/standing.ts";
import { readJson } from "../support/disk.ts";

const [THRICE, ...PLAIN] = ["alpha/a-1", "beta/b-1", "gamma/c-1"] as const;
const [BOTH, ALONE] = ["epsilon/r-1", "zeta/r-1"] as const;
const RFC = "docs/rfc-12.md";
const TAKES = ["simplest", "growth", "few-people"];

const PRIVACY_TEXT = "You look at what is kept of people, and at who can read it.";
const OWN_CRITERIA = ["sparing data", "right to be forgotten"];
const PRIVACY = `---
description: Looks at what is kept of people
designlab:
  role: reviewer
  criteria:
    - {name: ${OWN_CRITERIA[0]}, description: How little is kept of people?, min: 0, max: 10, weight: 2}
    - {name: ${OWN_CRITERIA[1]}, description: How soon is all of it gone?, min: 1, max: 5, weight: 1}
---
${PRIVACY_TEXT}
`;

const DESIGNERS = OWN_PERSONAS.filter(({ name }) => TAKES.includes(name));
const PLAYED = {
  ...Object.fromEntries(DESIGNERS.map(({ name, text }) => [name, text])),
  privacy: PRIVACY_TEXT,
};
/** Who designs, each of whom has a title of its own by the script. */
const SEATS = [...PLAIN, ...TAKES.map((name) => `${THRICE} as ${name}`)];
const IDS = ["beta-b-1", "gamma-c-1", "alpha-a-1", "alpha-a-1-2", "alpha-a-1-3"];
const REVIEWERS = [BOTH, `${BOTH} as privacy`, ALONE];
const REVIEWER_IDS = ["epsilon-r-1", "epsilon-r-1-privacy", "zeta-r-1"];
const CELLS = (SEATS.length + 1) * REVIEWERS.length;

/** Lives that end before the document is arranged, while designs are written, and among the cells. */
const MOMENTS: readonly Moment[] = [
  ...at("received", 1, 0),
  ...at("answered", 1, 300),
  ...at("answered", 2, 450),
  ...at("received", 4, 0),
  ...at("answered", 5, 200),
];

onEachHost(() => {
  test("a run with personas and a document that joins is killed five times and goes on: blind, nothing asked twice, all there", async () => {
    await using lab = await rehearse({
      models: [THRICE, ...PLAIN, BOTH, ALONE].map((id, place) => ({ id, delay: 20 + 40 * (place % 3) })),
      script: titled,
      git: false,
      config: { agent: { build: { tools: { "*": false, designlab: true } } } },
      files: { "README.md": "# A project\n", [RFC]: rfc(), ".opencode/design-lab-personas/privacy.md": PRIVACY },
      lab: {
        design_models: [...PLAIN, THRICE, THRICE, THRICE],
        review_models: [BOTH, { model: BOTH, as: "privacy" }, ALONE],
        limits: { max_parallel: 4 },
        confirm_above: null,
      },
    });
    expect(rfc().length).toBeGreaterThan(48_000);
    const fresh = { task: "Design a durable queue of deliveries", topic: "queue", join: [RFC] };
    // The project's persona, which nobody allowed, is refused before anything is asked; the person's own is not.
    expect(await lab.ask("run", fresh)).toContain("privacy");
    expect(lab.labRequests()).toEqual([]);
    await (await lab.served()).stop();
    const own = join(lab.project.home, ".config/opencode/design-lab-personas");
    mkdirSync(own, { recursive: true });
    renameSync(join(lab.project.directory, ".opencode/design-lab-personas/privacy.md"), join(own, "privacy.md"));

    const { seen, last } = await liveThrough(lab, MOMENTS, {
      fresh,
      samples: 1,
      wanted: SEATS.length + 1 + 2 * CELLS,
      designOf,
      document: "document/rfc-12",
      personas: PLAYED,
    });
    expect(seen).toEqual({ kills: MOMENTS.length, torn: [], repeated: [], changed: [] });

    await expectComplete(last.dir);
    expectBlind(lab.labRequests().filter(({ kind }) => kind === "evaluation"));
    await expectTold(last.dir, last.reply);
  }, 400_000);
});

/** Each designer's ordinary design under a title that tells it apart; three takes of one model are told by their personas. */
function titled({ kind, model, messages }: Asked): Reply | undefined {
  if (kind !== "design") return undefined;
  const persona = personaIn(messages, PLAYED);
  const place = SEATS.indexOf(persona === undefined ? model : `${model} as ${persona}`);
  return { text: (answer) => JSON.stringify({ ...JSON.parse(answer), title: `Plan ${place}` }) };
}

function designOf(text: string): string {
  return text.includes(OF_RFC) ? "document-rfc-12" : (IDS[Number(/Plan (\d)/.exec(text)?.[1])] ?? "unknown");
}

async function expectComplete(dir: string): Promise<void> {
  const { done } = await standingOf(dir);
  const cells = [...IDS, "document-rfc-12"].flatMap((id) => REVIEWERS.map((seat) => `${seat} of ${id}`));
  expect(Object.fromEntries(done)).toEqual(
    Object.fromEntries(
      [
        ...[...SEATS, "document/rfc-12"].map((seat) => `design ${seat}`),
        ...cells.flatMap((cell) => [`review ${cell}`, `score ${cell}`]),
      ].map((name) => [name, 1]),
    ),
  );
  const { designers, reviewers } = await readJson<Task>(join(dir, "task.json"));
  expect(designers.map(({ design_id }) => design_id)).toEqual([...IDS, "document-rfc-12"]);
  expect(reviewers.map(({ reviewer_id }) => reviewer_id)).toEqual(REVIEWER_IDS);
}

/** What no reviewer may be told, in whatever it was sent. */
function expectBlind(requests: readonly (Pick<Asked, "messages" | "model"> & { body: object })[]): void {
  expect(requests.length).toBeGreaterThanOrEqual(CELLS);
  const told: [string, RegExp][] = [
    ["the file", /rfc[-_ ]?12|docs\//iu],
    ["the author", /ann\s+smith/iu],
    ["the status", /status\W{1,8}accepted|\bAccepted\b|approved by/u],
    ["the date", /2024-05-01/u],
    ["a designer's persona", new RegExp(TAKES.join("|"), "iu")],
    ["a reviewer's id", new RegExp(`${REVIEWER_IDS.join("|")}|${[BOTH, ALONE].join("|")}`, "u")],
    ["a design's id", /alpha|beta-b|gamma-c|document-rfc/u],
  ];
  // Sentences of a persona, so that a part of its text is found too.
  const sentences = DESIGNERS.flatMap(({ text }) => text.split(/\n|(?<=\.) /u));
  const texts = requests.map(wholeText);
  for (const [what, pattern] of told)
    expect([what, texts.map((text) => pattern.exec(text)?.[0]).filter((found) => found !== undefined)]).toEqual([
      what,
      [],
    ]);
  for (const text of texts) expect(sentences.filter((sentence) => text.includes(sentence))).toEqual([]);

  // The persona's own text and criteria are its own reviewer's alone, who is told of them each time.
  const asPrivacy = requests.filter(({ messages }) => personaIn(messages, PLAYED) === "privacy");
  expect(asPrivacy.length).toBeGreaterThanOrEqual(IDS.length + 1);
  expect(new Set(asPrivacy.map(({ model }) => model))).toEqual(new Set([BOTH]));
  for (const request of requests) {
    const own = asPrivacy.includes(request);
    const text = wholeText(request);
    expect([PRIVACY_TEXT, ...OWN_CRITERIA].filter((part) => text.includes(part) !== own)).toEqual([]);
  }
  // And an ordinary use of the words of its head stays in the document.
  const ofDocument = texts.filter((text) => text.includes(OF_RFC));
  expect(ofDocument.length).toBeGreaterThanOrEqual(REVIEWERS.length);
  for (const text of ofDocument) expect(text).toContain(ORDINARY);
}

async function expectTold(dir: string, reply: string): Promise<void> {
  const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
  // A model that judges twice is one mind, and its two rows of a design one cell.
  const minds = (SEATS.length + 1) * 2;
  expect(ranking.summary).toMatchObject({ scored_cells: minds, expected_cells: minds, scoring_reviewers: 2 });
  expect(ranking.designs.map(({ generating_model, persona = "-" }) => `${generating_model} ${persona}`).sort()).toEqual(
    [
      ...PLAIN.map((id) => `${id} -`),
      ...TAKES.map((name) => `${THRICE} ${name}`),
      `${RFC} (a document by Ann Smith) -`,
    ].sort(),
  );
  expect(ranking.personas?.criteria_of_one).toEqual(
    OWN_CRITERIA.map((criterion) => ({ criterion, reviewer_id: "epsilon-r-1-privacy", persona: "privacy" })),
  );
  expect(ranking.personas?.minds).toEqual([{ model: BOTH, reviewer_ids: REVIEWER_IDS.slice(0, 2) }]);
  const first = reply.split("\n").slice(0, 12).join("\n");
  expect(first).toContain(`Criteria ${OWN_CRITERIA.join(" and ")} rest on one reviewer (privacy)`);
  expect(readFileSync(join(dir, "results/ranking.md"), "utf8")).toContain("rest on one reviewer (privacy)");
}
