import { basename, join } from "node:path";
import type { StudyStanding } from "../../artifacts/study.ts";
import { UsageError } from "../../errors.ts";
import { nobodyHere } from "../../host/presence.ts";
import { writePlain } from "../../store/files.ts";
import { studyCheckSaid, takesNone } from "../../story/study-check.ts";
import { typedSaid } from "../../story/study-help.ts";
import { editedSaid, goesOnSaid, queueAtSaid, runAsked, runInAdvance } from "../../story/study-run.ts";
import { studyNext } from "../../story/study-standing.ts";
import { openBudget } from "../../study/budget.ts";
import { keepStudy, QUEUE_FILE, queueOf } from "../../study/folder.ts";
import { pricesOfPanels } from "../../study/forecast.ts";
import { openQueue } from "../../study/open-queue.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { CallCame } from "../remote.ts";
import { checkStudy } from "./check.ts";
import { aboutStudy, isQueue, lookAtStudy, studiesHere } from "./opened.ts";
import { studyOptions } from "./options.ts";
import type { StudyCall, StudyWord } from "./study.ts";
import { asWorker, machineOf, refuseAgent, WORKER_OPTIONS, workerOptions } from "./work.ts";

/** Does a study from its file: shown and asked, worked on here until it is over, then put into the project. */
export const runWord: StudyWord = {
  word: "run",
  usage: "run FILE [--queue URL] [--at-once N] [--max-cost USD] [--server URL] [--account NAME] [--study HASH]",
  does: "does a study from its file, once you said yes to its price; typed again it goes on",
  run: runStudy,
};

async function runStudy(call: StudyCall): Promise<CallCame> {
  const options = { ...WORKER_OPTIONS, study: { type: "string" } } as const;
  const { values, positionals } = studyOptions(runWord, call.rest, options, 1);
  const [file] = positionals;
  if (file === undefined)
    throw new UsageError("Cannot run a study: its file is needed.", { advice: typedSaid(runWord) });
  const worker = workerOptions(values);
  refuseAgent();
  const { person } = call;
  const checked = await checkStudy(file, call);
  const { bundle, hash, forecast } = checked;
  const { lab, studies } = await studiesHere(call);
  const own = studies.find((each) => each.hash === hash);
  const edited = studies.filter((each) => each.name === bundle.name && each.hash !== hash);
  const address = values.queue ?? (own === undefined ? null : await queueOf(own, lab.person));
  let opened = address !== null && (await isQueue(address)) ? await openQueue(address) : null;
  try {
    // Its own file holds what this person said; another queue, what whoever writes it says.
    const shared = address !== null && (own === undefined || address !== join(own.path, QUEUE_FILE));
    if (shared && values.queue === undefined) person.say(blocksText(queueAtSaid(address)), "markdown");
    const known = (await opened?.studies())?.some((each) => each.hash === hash);
    const before = opened !== null && known ? await opened.standing(hash) : null;
    person.say(blocksText(before === null ? studyCheckSaid(checked, { runs: true }) : goesOnSaid(before)), "markdown");
    if (before === null && edited.length > 0)
      person.say(blocksText(editedSaid(edited.map(({ path }) => basename(path)))), "markdown");
    // What was said yes to is the most that is spent here.
    const { paid, reserved } = await openBudget(lab.person, hash, null).used();
    const mine = paid + reserved;
    const most = mostOf(worker.max_cost, checked, before, call.yes && shared, mine);
    // Of one that is stopped, or over, nothing is begun.
    if (before === null || before.state === "running") await askRun(call, values.study, checked, most, before);
    opened ??= address === null ? null : await openQueue(address);
    const given = { person: lab.person, now: lab.now, gitignore: lab.config.output.gitignore };
    const place =
      own !== undefined && values.queue === undefined
        ? own
        : await keepStudy(lab.base, { name: bundle.name, hash }, { ...given, queue: opened?.address ?? null });
    await writePlain(place.base, join(place.path, "study.yaml"), bundle.file.text);
    opened ??= await openQueue(join(place.path, QUEUE_FILE));
    await opened.add(bundle, forecast.price?.upper ?? null, pricesOfPanels(forecast.panels));
    const worked =
      before === null || before.state === "running"
        ? await asWorker({
            ...{ call, queue: opened, hash, bundle, machine: await machineOf({ ...call, dir: null }) },
            ...{ ...worker, max_cost: most === null ? null : mine + most },
            ...{ prices: keptPrices(forecast), consented: true, reading: null, meant: null },
          })
        : null;
    return worked?.outcome === "stopped" ? worked : await withResult(call, worked, values.queue, hash);
  } finally {
    await opened?.close();
  }
}

type Checked = Awaited<ReturnType<typeof checkStudy>>;

/**
 * What is spent at most from now on, US dollars; null where nobody knows.
 * @param unseen Nobody is shown it, and whoever writes the queue may have raised its limits since the study was said yes to.
 * @param mine What this machine's workers spent before, by their own files: a queue that says less raises nothing.
 */
export function mostOf(
  own: number | null,
  { bundle, forecast }: Pick<Checked, "bundle" | "forecast">,
  before: Pick<StudyStanding, "limits" | "money"> | null,
  unseen: boolean,
  mine = 0,
): number | null {
  const upper = forecast.price?.upper ?? null;
  const said = bundle.limits.study.max_cost;
  const now = (before ?? bundle).limits.study.max_cost;
  const limit = unseen && own === null ? least(said ?? upper, now) : now;
  const left = limit === null ? null : Math.max(0, limit - (before?.money.spent ?? 0));
  const all = limit === null || left === null ? (own ?? upper) : least(own, Math.min(limit, mine + left));
  return all === null ? null : Math.max(0, all - mine);
}

/** What is reserved for one experiment of each panel, by the forecast that its user was shown. */
const keptPrices = ({ panels }: Checked["forecast"]): ReadonlyMap<string, number | null> =>
  new Map(panels.map(({ panel, price }) => [panel, price?.upper ?? null]));

/** The less of two, of which null is no limit. */
const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Has the person say yes to the study at its price, or takes it that it was said in advance of this very one. */
async function askRun(
  { person, signal, yes }: Pick<StudyCall, "person" | "signal" | "yes">,
  said: string | undefined,
  { bundle, hash, forecast, file }: Checked,
  most: number | null,
  before: StudyStanding | null,
): Promise<void> {
  const { experiments, price, unpriced, stops } = forecast;
  if (before === null && stops?.after === 0)
    throw new UsageError("Nothing was begun: no experiment fits into what the whole study may take.", {
      advice: `Raise limits.study.${stops.limit} in ${bundle.file.name}, or lower what one experiment may take.`,
    });
  if (before === null && takesNone({ forecast }))
    throw new UsageError("Nothing was begun: this machine can take none of the study's panels.", {
      advice: "Put models into its file that the OpenCode of this machine offers.",
    });
  if (yes && said === hash) return;
  const advice = runInAdvance(file, hash);
  if (yes) throw new UsageError("Nothing was begun: --yes says yes to one study alone, named by --study.", { advice });
  const why = nobodyHere(process);
  if (why !== null) throw new UsageError(`Nothing was begun: nobody said yes to its price; ${why}.`, { advice });
  const { allowed } = await person.ask(runAsked({ hash, experiments, price, unpriced, most, before }), signal);
  if (!allowed) throw new UsageError("Nothing was begun: you did not say yes.");
}

/** Puts what is done into the project and works its result out, behind what the work came to, and what is left to do. */
async function withResult(
  call: StudyCall,
  worked: CallCame | null,
  queue: string | undefined,
  hash: string,
): Promise<CallCame> {
  const [{ pullHere }, { readOpened, writeResult }] = await Promise.all([import("./pull.ts"), import("./result.ts")]);
  return aboutStudy(call, { queue, study: hash }, async (opened) => {
    const pulled = await pullHere(opened, call, { keys: null, followed: true });
    const seen = await lookAtStudy(opened);
    const next = studyNext(seen, { followed: true });
    const begun = worked === null ? [] : [worked.text];
    const outcome = worked === null || worked.outcome === "answered" ? pulled.outcome : worked.outcome;
    const facts = { ...worked?.facts, study: hash, pulled: pulled.facts };
    const read = seen.pulled === 0 ? null : await readOpened(opened);
    if (read === null) return { text: [...begun, blocksText([{ is: "next", of: next }])].join("\n\n"), outcome, facts };
    const result = await writeResult(read, { next });
    return {
      text: [...begun, pulled.text, result.text].join("\n\n"),
      outcome,
      facts: { ...facts, result: result.facts },
    };
  });
}
