import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { writeDesign } from "../../rehearsal/author.ts";
import { DesignBody } from "../../src/artifacts/design.ts";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import { type PlantedControl, plantedControls, spoilable, spoilDesign } from "../../src/experiment/spoil.ts";

const SPOILED = ["clarity", "feasibility", "scalability", "maintainability"];
const TASK = "Build a queue that takes jobs over HTTP and runs each of them at least once.";
const THOROUGH = writeDesign("alpha/strong-1", "thorough", TASK);
const AVERAGE = writeDesign("beta/middle-1", "average", TASK);
const THIN = writeDesign("gamma/small-1", "thin", TASK);
const GERMAN: DesignBody = {
  title: "Eine Warteschlange",
  summary: "Ein Dienst nimmt an, ein zweiter führt aus.",
  assumptions: ["Eine Datenbank ist vorhanden"],
  architecture_overview:
    "Ein Dienst nimmt Aufträge an. Ein zweiter führt sie aus und wächst mit der Last. Ein dritter meldet Fehler.",
  components: [
    { name: "Annahme", description: "Ein Dienst", responsibilities: ["Aufträge prüfen"], interfaces: ["HTTP"] },
    {
      name: "Ausführung",
      description: "Ein Dienst",
      responsibilities: ["Aufträge ausführen"],
      interfaces: ["Warteschlange"],
    },
  ],
  data_flow: "Der Auftrag wird gespeichert. Danach wird er verteilt. Zuletzt wird er bestätigt.",
  tradeoffs: [
    { aspect: "Ablage", choice: "Eine Datenbank", rationale: "Sie ist vorhanden.", alternatives: [] },
    { aspect: "Zustellung", choice: "Mindestens einmal", rationale: "Nichts geht verloren.", alternatives: [] },
  ],
  risks: [{ description: "Ein Auftrag hängt", severity: "high", mitigation: "Eine Frist" }],
  open_questions: [],
};
const of = (name: string) => DEFAULT_CRITERIA.filter((each) => each.name === name);

const line = fc.oneof(
  fc.lorem({ maxCount: 3, mode: "sentences" }),
  fc.constantFrom(
    "## Tests and roll-out",
    "- Tests run before each release",
    "1. The load is spread over shards.",
    "| part | load |",
    "> It scales to the peak load.",
    "The tests are run. Metrics are kept of the load",
    "",
    "```\nload -> tests\n```",
    "Es wird getestet und gemessen.",
  ),
);
const text = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((lines) => lines.join("\n"))
  .filter((made) => made.trim() !== "");
const texts = fc.array(text, { maxLength: 4 });
const body: fc.Arbitrary<DesignBody> = fc.record(
  {
    title: text,
    summary: text,
    assumptions: texts,
    architecture_overview: text,
    components: fc.array(
      fc.record(
        {
          name: fc.constantFrom("API", "Store", "Worker"),
          description: text,
          responsibilities: texts,
          interfaces: texts,
        },
        { requiredKeys: ["name", "description", "responsibilities"] },
      ),
      { minLength: 1, maxLength: 5 },
    ),
    connections: fc.array(fc.record({ from: fc.constant("API"), to: fc.constant("Store"), what: text }), {
      maxLength: 3,
    }),
    data_flow: text,
    tradeoffs: fc.array(fc.record({ aspect: text, choice: text, rationale: text, alternatives: texts }), {
      maxLength: 4,
    }),
    risks: fc.array(
      fc.record(
        {
          description: text,
          severity: fc.constantFrom("low" as const, "medium" as const, "high" as const),
          mitigation: text,
        },
        { requiredKeys: ["description", "severity"] },
      ),
      { maxLength: 4 },
    ),
    open_questions: texts,
    additional_notes: text,
  },
  {
    requiredKeys: [
      "title",
      "summary",
      "assumptions",
      "architecture_overview",
      "components",
      "data_flow",
      "tradeoffs",
      "risks",
      "open_questions",
    ],
  },
);

/** Paths of empty lists and texts, and of headings without a text below them. */
function holes(value: unknown, path = ""): string[] {
  if (typeof value === "string") {
    const lines = value.split("\n").filter((each) => each.trim() !== "");
    const bare = lines.some(
      (each, at) => /^\s*#/u.test(each) && (at === lines.length - 1 || /^\s*#/u.test(lines[at + 1] ?? "")),
    );
    return value.trim() === "" || bare ? [path] : [];
  }
  if (Array.isArray(value))
    return value.length === 0 ? [path] : value.flatMap((each, at) => holes(each, `${path}[${at}]`));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, each]) => holes(each, `${path}.${key}`));
}

describe("spoilable()", () => {
  test("knows the criteria of the default rubric but for innovation, and no others", () => {
    expect(spoilable(DEFAULT_CRITERIA)).toEqual(SPOILED);
    expect(spoilable([{ name: "toString", description: "?", min: 0, max: 1 }])).toEqual([]);
  });
});

describe("spoilDesign()", () => {
  test("spoils each of them in a design that says much, by two steps or more", () => {
    for (const criterion of SPOILED) {
      for (const design of [THOROUGH, AVERAGE]) {
        const found = spoilDesign(design, criterion, 1);
        expect(found?.criterion).toBe(criterion);
        expect(found?.done.length).toBeGreaterThan(1);
        expect(found?.body).not.toEqual(design);
      }
    }
    expect(spoilDesign(THOROUGH, "innovation", 1)).toBeNull();
    expect(spoilDesign(THOROUGH, "constructor", 1)).toBeNull();
  });

  test("does what it says", () => {
    const clear = spoilDesign(THOROUGH, "clarity", 1);
    expect(clear?.body.components.every(({ interfaces }) => interfaces === undefined)).toBe(true);
    expect(clear?.body.connections).toBeUndefined();
    expect(THOROUGH.data_flow.startsWith(clear?.body.data_flow ?? "?")).toBe(true);
    expect(clear?.body.data_flow.length).toBeLessThan(THOROUGH.data_flow.length);
    const moved = clear?.body.components.filter(
      ({ responsibilities }, at) => responsibilities !== THOROUGH.components[at]?.responsibilities,
    );
    expect(moved).toHaveLength(4);
    expect(clear?.done).toContainEqual({ step: "exchanged", part: "responsibilities", count: 4 });
    const all = ({ components }: DesignBody) =>
      components.flatMap(({ responsibilities }) => responsibilities).toSorted();
    expect(all(clear?.body ?? AVERAGE)).toEqual(all(THOROUGH));

    const feasible = spoilDesign(THOROUGH, "feasibility", 1);
    expect(feasible?.body.risks.map(({ description }) => description)).toEqual(
      THOROUGH.risks.map(({ description }) => description),
    );
    expect(feasible?.body.risks.every(({ mitigation }) => mitigation === undefined)).toBe(true);
    expect(feasible?.body.assumptions).toHaveLength(THOROUGH.assumptions.length + 1);
    const put = feasible?.done.flatMap((step) => (step.step === "put-in" ? step.text : [])).join();
    expect(put).toContain((feasible?.body.assumptions.at(-1) ?? "?").replace(/\.$/u, ""));
    expect(feasible?.body.data_flow.startsWith(THOROUGH.data_flow)).toBe(true);

    const scaled = JSON.stringify(spoilDesign(THOROUGH, "scalability", 1)?.body.risks ?? []);
    expect(JSON.stringify(THOROUGH.architecture_overview)).toMatch(/partition|replica|shard/iu);
    expect(spoilDesign(THOROUGH, "scalability", 1)?.body.architecture_overview).not.toMatch(
      /partition|replica|shard/iu,
    );
    expect(scaled).not.toBe("[]");
  });

  test("leaves a design valid, nothing newly empty, and says nothing of what it did not do", () => {
    let spoiled = 0;
    fc.assert(
      fc.property(body, fc.constantFrom(...SPOILED), fc.integer(), (design, criterion, seed) => {
        const before = JSON.stringify(design);
        const found = spoilDesign(design, criterion, seed);
        expect(JSON.stringify(design)).toBe(before);
        if (found === null) return;
        spoiled++;
        expect([...Value.Errors(DesignBody, found.body)]).toEqual([]);
        const were = holes(design).length;
        expect(holes(found.body).length).toBeLessThanOrEqual(were);
        expect(found.body.components.map(({ name }) => name)).toEqual(design.components.map(({ name }) => name));
        for (const step of found.done) if (step.step !== "put-in") expect(step.count).toBeGreaterThan(0);
        expect(spoilDesign(design, criterion, seed)).toEqual(found);
      }),
      { numRuns: 300, seed: 20 },
    );
    expect(spoiled).toBeGreaterThan(100);
  });

  test("puts no English into a design of another language", () => {
    for (const criterion of SPOILED) {
      const found = spoilDesign(GERMAN, criterion, 3);
      expect(found?.done.filter(({ step }) => step === "put-in") ?? []).toEqual([]);
    }
    expect(spoilDesign(GERMAN, "clarity", 3)).not.toBeNull();
    expect(spoilDesign(GERMAN, "feasibility", 3)).not.toBeNull();
    expect(spoilDesign(GERMAN, "scalability", 3)).toBeNull();
  });
});

describe("plantedControls()", () => {
  const designs = [
    { design_id: "a", body: THOROUGH },
    { design_id: "b", body: AVERAGE },
    { design_id: "c", body: GERMAN },
  ];
  const plant = (seed: number, given = designs, criteria = DEFAULT_CRITERIA): PlantedControl[] =>
    plantedControls(given, criteria, seed);

  test("makes two of two designs, two criteria each, the same for a seed and whatever the order of designs", () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const found = plant(seed);
      expect(found).toHaveLength(2);
      expect(new Set(found.map(({ design_id }) => design_id)).size).toBe(2);
      for (const { design_id, criteria, done, body } of found) {
        expect(new Set(criteria).size).toBe(2);
        expect(done.map(({ criterion }) => criterion).toSorted()).toEqual(criteria.toSorted());
        expect(Value.Check(DesignBody, body)).toBe(true);
        for (const { criterion } of done) expect(SPOILED).toContain(criterion);
        if (design_id !== "c") seen.add(criteria.toSorted().join());
      }
      expect(plant(seed, designs.toReversed())).toEqual(found);
    }
    expect(seen.size).toBe(6);
  });

  test("makes none where fewer than two criteria or two designs can be spoiled", () => {
    expect(plant(1, designs.slice(0, 1))).toEqual([]);
    expect(plant(1, designs, [...of("clarity"), ...of("innovation")])).toEqual([]);
    expect(plant(1, designs, [...of("clarity"), ...of("feasibility")])).toHaveLength(2);
    const empty = {
      ...THIN,
      components: THIN.components.slice(0, 1),
      data_flow: "Jobs go in.",
      risks: [],
      tradeoffs: [],
    };
    expect(
      plant(1, [...designs.slice(0, 1), { design_id: "d", body: empty }], [...of("clarity"), ...of("feasibility")]),
    ).toEqual([]);
  });

  test("passes over a pair of criteria that a design has too little for", () => {
    const german = [
      { design_id: "c", body: GERMAN },
      { design_id: "d", body: { ...GERMAN, title: "Ein anderer" } },
    ];
    for (let seed = 0; seed < 10; seed++) {
      expect(plant(seed, german).map(({ criteria }) => criteria.toSorted().join())).toEqual([
        "clarity,feasibility",
        "clarity,feasibility",
      ]);
    }
  });

  test("holds a design's body alone: neither its author nor anything else that is stored with it", () => {
    const stored = { ...THOROUGH, generating_model: "alpha/strong-1", design_id: "a" };
    const found = plant(1, [
      { design_id: "a", body: stored },
      { design_id: "b", body: AVERAGE },
    ]);
    expect(JSON.stringify(found.map(({ body }) => body))).not.toContain("alpha");
  });
});
