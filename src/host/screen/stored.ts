import type { Task } from "../../artifacts/task.ts";
import { sessionsOf } from "../../prompting/progress.ts";
import { loadArtifact, pathOf } from "../../store/artifacts.ts";
import { parseLedger } from "../../store/ledger.ts";
import { paths } from "../../store/paths.ts";
import { readRegular } from "../../store/read.ts";
import { roundFolders } from "../../store/rounds.ts";
import type { Witnessed } from "../../store/seen.ts";
import { decisionOnDisk } from "../../story/decision-on-disk.ts";
import type { Sentence } from "../../story/sentence.ts";
import { type Stored, type StoredExperiment, tookOf } from "../../story/stored.ts";
import { inRow, told } from "../../story/verdict.ts";
import { type FoundLedger, ledgersOf, type ScreenPlaces } from "./ledgers.ts";

/** Experiments that are read for one page. */
const MOST_EXPERIMENTS = 20;

/** Reads what the project's base folders hold; what cannot be read is no experiment, or one without sessions. */
export async function readStored(places: ScreenPlaces, now: number): Promise<Stored> {
  // A date in the future is none that a run here wrote.
  const order = ({ at }: FoundLedger): number => (at > now ? 0 : at);
  const { found, closed } = await ledgersOf(places, paths.ledger, paths.questions, (dir) => pathOf(dir, "idea"));
  found.sort((a, b) => order(b) - order(a));
  const experiments: StoredExperiment[] = [];
  for (const each of found.slice(0, MOST_EXPERIMENTS)) experiments.push(await experimentIn(places, each));
  return { experiments, older: found.length - experiments.length, closed };
}

async function experimentIn(person: ScreenPlaces, { dir, name, at }: FoundLedger): Promise<StoredExperiment> {
  const [ledger, task] = await Promise.all([readRegular(paths.ledger(dir), dir), loadArtifact(dir, "task")]);
  const own = task.state === "ok" ? task.value.designers : [];
  const rounds = await roundsIn(dir);
  const plan = {
    ...(task.state === "ok" && task.value),
    designers: [...own, ...rounds.flatMap((each) => each.designers)],
  };
  // What began with questions has asked no model yet where there is no ledger.
  const lines = ledger.state === "unusable" ? null : parseLedger(ledger.state === "ok" ? ledger.value : "");
  return {
    dir,
    name,
    at,
    ...tookOf(lines),
    ...(await verdictIn({ dir, person }, own, rounds)),
    stands: task.state === "missing" ? await standsIn({ dir, person }, name) : null,
    rounds: rounds.length,
    sessions: lines && sessionsOf(lines, plan),
  };
}

/** The plan of one round of better designs, and where it lies. */
type RoundPlan = Pick<Task, "designers"> & { dir: string };

async function roundsIn(dir: string): Promise<RoundPlan[]> {
  const folders = await roundFolders(dir);
  const read = await Promise.all(folders.map(async ({ at }) => ({ at, task: await loadArtifact(at, "task") })));
  return read.flatMap(({ at, task }) => (task.state === "ok" ? [{ dir: at, designers: task.value.designers }] : []));
}

/** How it stands where it began with questions and has no task yet; else null. */
async function standsIn({ dir, person }: Required<Witnessed>, name: string): Promise<Sentence | null> {
  const idea = await loadArtifact(dir, "idea");
  if (idea.state !== "ok") return null;
  // Read by hardly any page: the terminal does not load what knows questions at its start.
  const { briefStands } = await import("../../story/brief-on-disk.ts");
  return briefStands({ dir, person, idea: { ...idea.value, experiment_id: name } });
}

/** What a person decided or else its ranking says, in short, and what the design is called that it names. */
async function verdictIn(
  { dir, person }: Required<Witnessed>,
  designers: Task["designers"],
  rounds: readonly RoundPlan[],
): Promise<Pick<StoredExperiment, "verdict" | "titles">> {
  const [ranking, decided] = await Promise.all([loadArtifact(dir, "ranking"), decisionOnDisk({ dir, person })]);
  const said = ranking.state === "ok" ? told(ranking.value) : null;
  const first = decided === null ? said?.first[0] : decided.design_id;
  // What a ranking names may be no name of a file.
  const places = [{ dir, designers }, ...rounds];
  const place = places.find((each) => each.designers.some(({ design_id }) => design_id === first));
  const row = place?.designers.find(({ design_id }) => design_id === first);
  const design = place && row ? await loadArtifact(place.dir, "design", row) : null;
  const named = row?.lineage ? `${row.lineage.name} ` : "";
  const titles = design?.state === "ok" ? [[design.value.design_id, `${named}${design.value.title}`] as const] : [];
  return { verdict: decided?.said ?? (said && inRow(said)), titles: new Map(titles) };
}
