import { parseArgs } from "node:util";
import { LabError } from "../src/errors.ts";
import { benchAccuracy } from "./accuracy.ts";
import { benchBlindDocuments } from "./blind-documents.ts";
import { benchCalibration, benchMedium, benchVerdicts } from "./calibration.ts";
import { benchConstants } from "./constants.ts";
import { benchContradictions } from "./contradictions.ts";
import { benchControls } from "./controls.ts";
import { benchDesigners } from "./designers.ts";
import { benchFurther } from "./further.ts";
import { benchGuard } from "./guard.ts";
import { benchHeldEdit } from "./held-edit.ts";
import { benchHistory } from "./history.ts";
import { benchHost, type HostOptions } from "./host.ts";
import { benchLearned } from "./learned.ts";
import { benchLength } from "./length.ts";
import { benchLoad } from "./load.ts";
import { readCells } from "./local/cells.ts";
import { printCells } from "./local/tables.ts";
import { benchLoud } from "./loud.ts";
import { benchMermaid } from "./mermaid.ts";
import { benchPanels } from "./panels.ts";
import { benchPeople } from "./people.ts";
import { benchPersonas } from "./personas.ts";
import { benchPlan } from "./plan.ts";
import { benchPlans } from "./plans.ts";
import { benchRounds } from "./rounds.ts";
import { benchScan } from "./scan.ts";
import { benchSentences } from "./sentences.ts";
import { benchSpeed } from "./speed.ts";
import { benchStudy } from "./study.ts";
import { benchAlike, benchPanelPairs, benchRepeatedTasks, benchStudyResult } from "./study-result.ts";
import { benchTokens } from "./tokens.ts";
import { benchViews } from "./views.ts";

/**
 * `npm run bench` runs every subject; `npm run bench -- stats` one of them. `--seed 7` simulates other experiments;
 * `--only "8 × 8"`, `--runs 3` and `--host 2` are for host. What needs a FILE runs only where it is named:
 * `npm run bench -- panels FILE`, `-- constants FILE` and `-- blind-documents DIR…`.
 */
type Options = HostOptions & { seed?: number; file?: string; files?: readonly string[] };
/** What real models answered, of which docs/evidence.md tells. */
const SESSIONS = "docs/evidence/local-sessions.jsonl";

const subjects: Readonly<Record<string, (options: Options) => void | Promise<void>>> = {
  "blind-documents": ({ files = [], only }) => benchBlindDocuments(files, only),
  constants: ({ file, seed }) => benchConstants(file, seed),
  guard: async () => {
    await benchGuard();
    await benchHeldEdit();
  },
  history: () => benchHistory(),
  host: benchHost,
  learned: ({ seed }) => benchLearned(seed),
  load: benchLoad,
  local: ({ file }) => printCells(readCells(file ?? SESSIONS)),
  loud: ({ seed }) => benchLoud(seed),
  mermaid: () => benchMermaid(),
  panels: ({ file, seed }) => benchPanels(file, seed === undefined ? {} : { seed }),
  personas: ({ seed }) => benchPersonas(seed),
  plan: () => benchPlan(),
  tokens: benchTokens,
  scan: () => benchScan(),
  sentences: ({ seed }) => benchContradictions(seed),
  speed: () => benchSpeed(),
  stats: ({ seed }) => benchStats(seed),
  study: () => benchStudy(),
  "study-result": () => benchStudyResult(),
  views: ({ only }) => benchViews(only),
};

const text = { type: "string" } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: text, only: text, runs: text, host: text },
});
const options: Options = {
  ...(values.seed !== undefined && { seed: Number(values.seed) }),
  ...(values.only !== undefined && { only: values.only }),
  ...(values.runs !== undefined && { runs: Number(values.runs) }),
  ...(values.host !== undefined && { generation: values.host === "2" ? 2 : 1 }),
};
/** Subjects that need files, which follow them: words that are no subjects. */
const ON_FILE = new Set(["blind-documents", "constants", "panels"]);
const isFile = (name: string, at: number) =>
  !(name in subjects) && positionals.slice(0, at).some((each) => ON_FILE.has(each));
const files = positionals.filter(isFile);
const [file] = files;
const wanted = positionals.filter((name, at) => !isFile(name, at));
const unknown = wanted.filter((name) => !(name in subjects));
if (unknown.length > 0) {
  console.error(`Cannot bench ${unknown.join(", ")}: needs one of ${Object.keys(subjects).join(", ")}`);
  process.exit(1);
}
for (const [name, run] of Object.entries(subjects)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ON_FILE.has(name)) continue;
  console.log(`\n# ${name}`);
  try {
    await run({ ...options, files, ...(file !== undefined && { file }) });
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * Prints, as Markdown, how often the best design is found, whether P(best) keeps its word, whom verdicts name,
 * whether sentences are true, what a plan buys, what further reviewers find, what people add, what a round says of revisions and merges, whom
 * planted controls name, what many experiments say of designers, and whether panels are told apart.
 */
function benchStats(seed = 20_261): void {
  console.log(`Seed ${seed}\n`);
  benchAccuracy(seed);
  benchCalibration(seed);
  benchVerdicts(seed);
  benchMedium(seed + 800);
  benchSentences(seed);
  benchPlans(seed + 920);
  benchFurther(seed + 990);
  benchPeople(seed + 1100);
  benchRounds(seed + 1200);
  benchControls(seed + 1300);
  benchDesigners(seed + 1400);
  benchPanelPairs(seed + 1500);
  benchAlike(seed + 1550);
  benchRepeatedTasks(seed + 1600);
  benchLength(seed);
}
