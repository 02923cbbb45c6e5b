import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { rubricSha256 } from "../../src/artifacts/hashes.ts";
import type { Persona } from "../../src/artifacts/persona.ts";
import { PARENTS } from "../../src/artifacts/stages/file-row.ts";
import type { Artifacts } from "../../src/artifacts/stages/files.ts";
import { ARTIFACTS, type Artifact, wantedOf } from "../../src/artifacts/stages/files.ts";
import { ARTIFACT_KINDS, type ArtifactKind } from "../../src/artifacts/stages/stages.ts";
import { criteriaFor, personaOf, type Task } from "../../src/artifacts/task.ts";
import { loadArtifact, loadArtifacts, pathOf, saveArtifact } from "../../src/store/artifacts.ts";
import { EXAMPLES, exampleOf } from "./examples.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-artifacts-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const KEY = { design_id: "a-one", reviewer_id: "b-two" };
const { task } = EXAMPLES;

/** One of each kind that the plan wants, as a run leaves them. */
async function saveAll(): Promise<void> {
  for (const kind of ARTIFACT_KINDS) await saveArtifact(dir, kind, exampleOf(kind) as never);
}
/** Those of which a plan wants several. */
const LISTED = ARTIFACT_KINDS.filter(
  (kind): kind is "design" | "review" | "score" =>
    ["designer", "cell"].includes(ARTIFACTS[kind].each) && ARTIFACTS[kind].together,
);
const lists = (loaded: Artifacts) => LISTED.map((kind) => loaded[`${kind}s`].length);

for (const kind of ARTIFACT_KINDS) {
  describe(`every kind of artifact: ${kind}`, () => {
    test("is an example of its schema, and wanted by the plan under its own ids", () => {
      expect(Value.Check(ARTIFACTS[kind].schema, exampleOf(kind))).toBe(true);
      expect(wantedOf(kind, task).map((key) => pathOf(dir, kind, key))).toEqual(
        ARTIFACTS[kind].each === "person" ? [] : [pathOf(dir, kind, KEY)],
      );
    });

    test("is read back as it was written, at the path of the table", async () => {
      await saveArtifact(dir, kind, exampleOf(kind) as never);
      expect(JSON.parse(await readFile(pathOf(dir, kind, KEY), "utf8"))).toEqual(exampleOf(kind));
      expect(await loadArtifact(dir, kind, KEY)).toEqual({ state: "ok", value: exampleOf(kind) as never });
    });

    test("is missing when it is not there, and named with its kind when it does not fit", async () => {
      expect(await loadArtifact(dir, kind, KEY)).toEqual({ state: "missing" });
      await saveArtifact(dir, kind, exampleOf(kind) as never);
      await writeFile(pathOf(dir, kind, KEY), "{}");
      const read = await loadArtifact(dir, kind, KEY);
      expect(read).toMatchObject({ state: "unusable", problem: { kind: "misfit", artifact: kind } });
    });

    test("is not read through a folder that is a link", async () => {
      await saveArtifact(dir, kind, exampleOf(kind) as never);
      const [folder = ""] = relative(dir, pathOf(dir, kind, KEY)).split(sep);
      const elsewhere = join(dir, "elsewhere");
      await mkdir(elsewhere);
      await rename(join(dir, folder), join(elsewhere, folder));
      await symlink(join(elsewhere, folder), join(dir, folder));
      const read = await loadArtifact(dir, kind, KEY);
      expect(read).toMatchObject({ state: "unusable", problem: { kind: "not-a-file", path: join(dir, folder) } });
    });

    test("keeps what stood there before beside it, where the table says so", async () => {
      const value = exampleOf(kind) as never;
      await saveArtifact(dir, kind, value);
      await saveArtifact(dir, kind, value);
      const names = await readdir(dirname(pathOf(dir, kind, KEY)));
      const keeps = (ARTIFACTS[kind].keepsOld as (value: never) => boolean)(value);
      expect(names.filter((name) => name.includes(".superseded-"))).toHaveLength(keeps ? 1 : 0);
      expect(names.some((name) => name.endsWith(".tmp"))).toBe(false);
    });

    test("is refused before anything is written when it does not fit", async () => {
      const wrong = { ...exampleOf(kind), version: 2 } as never;
      await expect(saveArtifact(dir, kind, wrong)).rejects.toThrow("version");
      expect(await loadArtifact(dir, kind, KEY)).toEqual({ state: "missing" });
    });
  });
}

describe("loadArtifacts()", () => {
  test("names an answer that another model gave than the reviewer that it is filed under, and leaves it out", async () => {
    await saveAll();
    const [reviewer, ...others] = task.reviewers;
    if (!reviewer) throw new Error("The example has no reviewer.");
    const plan = { ...task, reviewers: [{ ...reviewer, model: "another/model" }, ...others] };
    const { reviews, scores, problems } = await loadArtifacts({ dir, task: plan });
    expect([reviews, scores]).toEqual([[], []]);
    const about = { kind: "misfit", against: "plan", reason: "Must be another/model" };
    expect(problems).toMatchObject([
      { ...about, where: "reviewer_model" },
      { ...about, where: "scorer_model" },
    ]);
  });

  test("reads what the plan wants and nothing else", async () => {
    await saveAll();
    await saveArtifact(dir, "design", { ...exampleOf("design"), design_id: "stranger" });
    const loaded = await loadArtifacts({ dir, task });
    expect(lists(loaded)).toEqual([1, 1, 1]);
    expect([loaded.problems, loaded.stale]).toEqual([[], []]);
  });

  for (const kind of LISTED) {
    test(`calls a ${kind} what its file's name says, whatever ids stand in it`, async () => {
      await saveAll();
      const renamed = { ...exampleOf(kind), design_id: "z", reviewer_id: "z" };
      await writeFile(pathOf(dir, kind, KEY), JSON.stringify(renamed));
      const [first] = (await loadArtifacts({ dir, task }))[`${kind}s`];
      expect(first).toMatchObject({ design_id: KEY.design_id });
      if (ARTIFACTS[kind].each === "cell") expect(first).toMatchObject(KEY);
    });

    for (const parent of ARTIFACTS[kind].parents) {
      test(`a ${kind} made against another ${parent} is stale: named and not used`, async () => {
        await saveAll();
        const old = exampleOf(kind) as unknown as { provenance: object };
        const provenance = { ...old.provenance, [PARENTS[parent].hash]: "f".repeat(64) };
        await writeFile(pathOf(dir, kind, KEY), JSON.stringify({ ...old, provenance }));
        const loaded = await loadArtifacts({ dir, task });
        expect(loaded[`${kind}s`]).toEqual([]);
        expect(loaded.stale).toEqual([
          { kind: "stale", artifact: kind, ...KEY, path: pathOf(dir, kind, KEY), changed: parent },
        ]);
      });
    }
  }

  test("a persona's criteria are its reviewers' own: a change of them makes no other's score stale", async () => {
    const threats = { name: "threats", description: "What can an intruder do?", min: 0, max: 10 };
    const persona = (description: string): Persona => ({
      name: "security",
      role: "reviewer",
      description: "Looks for ways in",
      text: "You look for ways in.",
      criteria: [{ ...threats, description }],
      from: "lab",
      sha256: "0".repeat(64),
    });
    const [plain] = task.reviewers;
    if (!plain) throw new Error("Cannot play a persona: needs a reviewer");
    const guard = { ...plain, reviewer_id: "guard", model: "g/guard", persona: "security" };
    const guarded: Task = { ...task, reviewers: [plain, guard], personas: [persona(threats.description)] };
    const { scores, provenance, samples, ...score } = exampleOf("score");
    const own = { ...scores, threats: 3 };
    await saveAll();
    await saveArtifact(dir, "score", {
      ...score,
      reviewer_id: "guard",
      scorer_model: "g/guard",
      scores: own,
      samples: samples.map((sample) => ({ ...sample, scores: own })),
      provenance: {
        ...provenance,
        rubric_sha256: rubricSha256(criteriaFor(guarded, guard), personaOf(guarded, guard)),
      },
    });
    const before = await loadArtifacts({ dir, task: guarded });
    expect([before.problems, before.stale]).toEqual([[], []]);
    expect(before.scores.map(({ reviewer_id }) => reviewer_id)).toEqual([KEY.reviewer_id, "guard"]);
    const after = await loadArtifacts({ dir, task: { ...guarded, personas: [persona("Is it watched?")] } });
    expect(after.stale).toMatchObject([{ artifact: "score", reviewer_id: "guard", changed: "criteria" }]);
    expect(after.scores.map(({ reviewer_id }) => reviewer_id)).toEqual([KEY.reviewer_id]);
    await saveArtifact(dir, "score", {
      ...exampleOf("score"),
      reviewer_id: "guard",
      scorer_model: "g/guard",
      provenance: {
        ...provenance,
        rubric_sha256: rubricSha256(criteriaFor(guarded, guard), personaOf(guarded, guard)),
      },
    });
    const lacking = await loadArtifacts({ dir, task: guarded });
    expect(lacking.problems).toMatchObject([{ kind: "misfit", artifact: "score", against: "criteria" }]);
  });

  test("an edit of a design's or a criterion's text is such a change, an edit of a weight is none", async () => {
    await saveAll();
    const edited = (change: Partial<Task["criteria"][number]>): Task => ({
      ...task,
      criteria: task.criteria.map((criterion) => ({ ...criterion, ...change })),
    });
    expect((await loadArtifacts({ dir, task: edited({ weight: 3 }) })).stale).toEqual([]);
    expect((await loadArtifacts({ dir, task: edited({ description: "Other?" }) })).stale).toMatchObject([
      { artifact: "score", changed: "criteria" },
      { artifact: "vote", changed: "criteria" },
    ]);
    await writeFile(pathOf(dir, "design", KEY), JSON.stringify({ ...exampleOf("design"), summary: "Other" }));
    const { stale } = await loadArtifacts({ dir, task });
    expect(stale.map(({ artifact, changed }) => [artifact, changed])).toEqual([
      ["review", "design"],
      ["score", "design"],
      // What was looked at is another text now.
      ["look", "design"],
      ["vote", "design"],
    ]);
  });

  test("without its design no review or score is used or complained of", async () => {
    await saveAll();
    await rm(pathOf(dir, "design", KEY));
    expect(await loadArtifacts({ dir, task })).toEqual({
      brief: exampleOf("brief"),
      basis: exampleOf("basis"),
      look: exampleOf("look"),
      hold: exampleOf("hold"),
      votes: [exampleOf("vote")],
      decision: exampleOf("decision"),
      plan: exampleOf("plan"),
      designs: [],
      reviews: [],
      scores: [],
      stale: [],
      problems: [],
    });
  });

  const wrongScores: [string, Record<string, number>][] = [
    ["above the criterion's max", { clarity: 11 }],
    ["below the criterion's min", { clarity: -1 }],
    ["for another criterion", { other: 5 }],
    ["for one criterion too many", { clarity: 5, other: 5 }],
    ["for none", {}],
  ];
  for (const [what, scores] of wrongScores) {
    test(`a stored score ${what} is named with the field and not used`, async () => {
      await saveAll();
      await saveArtifact(dir, "score", { ...exampleOf("score"), scores });
      const { scores: used, problems } = await loadArtifacts({ dir, task });
      expect(used).toEqual([]);
      expect(problems).toMatchObject([{ kind: "misfit", artifact: "score", against: "criteria" }]);
      expect(problems[0]?.kind === "misfit" && problems[0].where).toStartWith("scores");
    });
  }
});

test("a stored score with a sample out of bounds is named with the sample and not used", async () => {
  await saveAll();
  const odd = { scores: { clarity: 1e308 }, overall_score: 5, session_id: "ses_2" };
  await saveArtifact(dir, "score", { ...exampleOf("score"), samples: [...exampleOf("score").samples, odd] });
  const { scores, problems } = await loadArtifacts({ dir, task });
  expect(scores).toEqual([]);
  expect(problems).toMatchObject([{ kind: "misfit", where: "samples.1.scores.clarity" }]);
});

test("a score that grew by one more sample replaces itself, one that was asked anew does not", async () => {
  const one: Artifact<"score"> = exampleOf("score");
  const [sample] = one.samples;
  if (!sample) throw new Error("an example has a sample");
  const kept = async () => (await readdir(join(dir, "scores"))).length - 1;
  await saveArtifact(dir, "score", one);
  await saveArtifact(dir, "score", { ...one, samples: [sample, sample] });
  expect(await kept()).toBe(0);
  await saveArtifact(dir, "score", one);
  expect(await kept()).toBe(1);
});

test("the table has a row for each kind, and a row says all that the store does with it", () => {
  const kinds: ArtifactKind[] = [...ARTIFACT_KINDS];
  expect(Object.keys(ARTIFACTS)).toEqual(kinds);
});
