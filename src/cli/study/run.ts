import { join } from "node:path";
import { UsageError } from "../../errors.ts";
import { nobodyHere } from "../../host/presence.ts";
import { writePlain } from "../../store/files.ts";
import { studyCheckSaid } from "../../story/study-check.ts";
import { typedSaid } from "../../story/study-help.ts";
import { editedSaid, goesOnSaid, runAsked } from "../../story/study-run.ts";
import { keepStudy, queueOf } from "../../study/folder.ts";
import { pricesOfPanels } from "../../study/forecast.ts";
import { openQueue } from "../../study/open-queue.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { CallCame } from "../remote.ts";
import { checkStudy } from "./check.ts";
import { studiesHere } from "./opened.ts";
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
  person.say(blocksText(studyCheckSaid(checked)));
  if (own === undefined && edited.length > 0) person.say(blocksText(editedSaid(edited)));
  await askRun(call, values.study, checked);
  const queue = values.queue === undefined ? null : await openQueue(values.queue);
  const given = { person: lab.person, now: lab.now, gitignore: lab.config.output.gitignore };
  const place =
    own !== undefined && queue === null
      ? own
      : await keepStudy(lab.base, { name: bundle.name, hash }, { ...given, queue: queue?.address ?? null });
  await writePlain(place.base, join(place.path, "study.yaml"), bundle.file.text);
  const opened =
    queue ?? (await openQueue(own === undefined ? join(place.path, "queue.sqlite") : await queueOf(own, lab.person)));
  try {
    const added = await opened.add(bundle, forecast.price?.upper ?? null, pricesOfPanels(forecast.panels));
    if (added === "there") person.say(blocksText(goesOnSaid(await opened.standing(hash))));
    const worked = await asWorker({
      ...{ call, queue: opened, hash, bundle, machine: await machineOf({ ...call, dir: null }), consented: true },
      ...worker,
      // What was said yes to is the most that is spent here.
      max_cost: worker.max_cost ?? bundle.limits.study.max_cost ?? forecast.price?.upper ?? null,
    });
    return worked.outcome === "stopped" ? worked : await withResult(call, worked, values.queue, hash);
  } finally {
    await opened.close();
  }
}

type Checked = Awaited<ReturnType<typeof checkStudy>>;

/** Has the person say yes to the study at its price, or takes it that it was said in advance of this very one. */
async function askRun(
  { person, signal, yes }: Pick<StudyCall, "person" | "signal" | "yes">,
  said: string | undefined,
  { bundle, hash, forecast }: Checked,
): Promise<void> {
  if (yes && said === hash) return;
  const advice = `In advance it is said so: --study ${hash} --yes`;
  if (yes) throw new UsageError("Nothing was begun: --yes says yes to one study alone, named by --study.", { advice });
  const why = nobodyHere(process);
  if (why !== null) throw new UsageError(`Nothing was begun: nobody said yes to its price; ${why}.`, { advice });
  const { experiments, price, unpriced } = forecast;
  const { allowed } = await person.ask(
    runAsked({ hash, experiments, price, unpriced, most: bundle.limits.study.max_cost }),
    signal,
  );
  if (!allowed) throw new UsageError("Nothing was begun: you did not say yes.");
}

/** Puts what is done into the project and works its result out, behind what the work came to. */
async function withResult(
  call: StudyCall,
  worked: CallCame,
  queue: string | undefined,
  hash: string,
): Promise<CallCame> {
  const [{ pullHere }, { resultWord }] = await Promise.all([import("./pull.ts"), import("./result.ts")]);
  const rest = [...(queue === undefined ? [] : ["--queue", queue]), "--study", hash];
  const pulled = await pullHere({ ...call, rest }, { followed: true });
  const result = await resultWord.run({ ...call, rest: ["--study", hash] });
  return {
    text: [worked.text, pulled.text, result.text].join("\n\n"),
    outcome: worked.outcome === "answered" ? pulled.outcome : worked.outcome,
    facts: { ...worked.facts, pulled: pulled.facts, result: result.facts },
  };
}
