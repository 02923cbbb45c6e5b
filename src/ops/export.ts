import { basename, resolve } from "node:path";
import { AnonymousExport } from "../artifacts/anonymous.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { optionsIn } from "../command/decide-line.ts";
import { type Read, upTo } from "../command/word.ts";
import { LabError, UsageError } from "../errors.ts";
import { readRanking, type View, viewOf } from "../experiment/view.ts";
import type { Lab } from "../prompting/lab.ts";
import { anonymousOf } from "../stages/export/anonymous.ts";
import { exportWithNames } from "../stages/export/named.ts";
import { findNewFolder, type NewFolder, writeNewFolder } from "../store/export-folder.ts";
import { jsonOf } from "../store/files.ts";
import { isLocked } from "../store/lock.ts";
import type { Block } from "../story/block.ts";
import { anonymousReadme, EXPORTED, exportedSaid, FOREIGN_WORD, missing } from "../story/export.ts";
import { knownIn, leaksIn } from "../text/kept-out.ts";
import { listText } from "../text/numbers.ts";
import { typedCode } from "../text/typed.ts";
import { blocksText } from "../views/markdown/blocks.ts";
import { experimentArg, flagArg, pathArg } from "./args.ts";
import { defineOp, type OpContext } from "./op.ts";
import { atHome } from "./paths/at-home.ts";
import { permitDocuments } from "./paths/document-place.ts";
import { openToRead } from "./paths/outside.ts";
import { refuseAnyWithheld } from "./refusals.ts";

/** A result as one folder for somebody without the tool. Calls no model. */
export const exportResult = defineOp({
  summary: "a result as a folder for somebody without the tool, or its numbers alone",
  args: {
    experiment: experimentArg,
    to: pathArg("The folder that is made, which is not there yet; designlab-export-ID when absent"),
    anonymous: flagArg("Numbers and positions alone: no name of a model, a person or a file, no text of anybody"),
  },
  example: { experiment: "latest" },
  words: [
    {
      word: "export",
      usage: "export [experiment] [--to FOLDER] [--anonymous]",
      does: "a folder to hand on, which opens without the tool; --anonymous has its numbers alone",
      reads: exported,
    },
  ],
  async run({ experiment: reference, to, anonymous = false }, context) {
    const lab = await context.labForReading();
    const experiment = await openToRead(lab, context, reference);
    const { dir, task } = experiment;
    const id = task.experiment_id;
    const folder = to ?? (anonymous ? "designlab-export-anonymous" : `designlab-export-${id}`);
    const place = await placeFor(lab, context, folder);
    await refuseRunning(dir, id);
    const view = await viewOf(experiment);
    refuseAnyWithheld(view, "an export of", "Not exported");
    const { ranking, problems } = await readRanking(experiment);
    if (problems.length > 0)
      throw new LabError(`Cannot export ${id}: its ranking cannot be read. Nothing was written.`, {
        problems,
        advice: `${typedCode("rank", id)} ranks it anew.`,
      });
    const { files, more } = anonymous ? numbersAlone(lab, view, ranking) : await whole(lab, view, ranking);
    // What began meanwhile would make it half of one and half of the other.
    await refuseRunning(dir, id);
    await writeNewFolder(place, files, lab);
    return {
      text: blocksText(exportedSaid(place.path, { anonymous, files: [...files.keys()], more }), { names: view.names }),
      files: place.path,
      facts: { experiment: id, directory: place.path, anonymous, files: [...files.keys()] },
    };
  },
});

type Made = { files: Map<string, string>; more: readonly Block[] };

async function whole({ config, worktree, person, now }: Lab, view: View, ranking: Ranking | null): Promise<Made> {
  const { files, told } = await exportWithNames(view, { ranking, config, worktree, person, now });
  return { files, more: missing(told) };
}

/** The numbers, once nothing of the experiment is found in them. */
function numbersAlone({ person: { home } }: Lab, view: View, ranking: Ranking | null): Made {
  const value = anonymousOf(view, ranking);
  const own = blocksText(anonymousReadme);
  const files = new Map<string, string>([
    [EXPORTED.anonymous, jsonOf(EXPORTED.anonymous, AnonymousExport, value)],
    [EXPORTED.readme, `${own}\n`],
  ]);
  const { experiment, artifacts, ledger } = view;
  const rounds = view.rounds.map((round) => ({ ...round.artifacts, task: round.experiment.task }));
  const known = knownIn({
    ...artifacts,
    task: experiment.task,
    directory: experiment.dir,
    ledger,
    ranking,
    home,
    rounds,
  });
  const leaks = leaksIn(files, {
    ...{ value, schema: AnonymousExport, own, known },
    foreign: { file: EXPORTED.anonymous, kind: FOREIGN_WORD },
  });
  if (leaks.length === 0) return { files, more: [] };
  const found = leaks.map(({ file, kind }) => `${kind} in ${file}`);
  throw new LabError(
    `Cannot export ${experiment.task.experiment_id} without names: it would hold ${listText(found, 6)}. Nothing was written.`,
    { advice: "That is a defect of opencode-designlab: its check found what must not be there." },
  );
}

/** Where the folder is made: in the project, and beyond it where the person typed so. */
async function placeFor(lab: Lab, context: OpContext, named: string): Promise<NewFolder> {
  const { home, typed } = context;
  const folder = resolve(lab.directory, atHome(named, home));
  const place = await findNewFolder(folder, { worktree: lab.worktree, bases: [lab.base, lab.homeBase] });
  if (place.inside) await permitDocuments(lab, context, place.path, { kinds: null, ask: true });
  if (place.inside || typed !== null) return place;
  throw new UsageError(
    `Cannot export into ${place.path}: it lies outside the project, where an agent's call writes nothing. Nothing was written.`,
    { advice: `Name a folder of the project, or type ${typedCode("export", "--to", basename(folder))} with its path.` },
  );
}

async function refuseRunning(dir: string, id: string): Promise<void> {
  if (!(await isLocked(dir))) return;
  throw new LabError(`Cannot export ${id}: a call is at work on it at this moment. Nothing was written.`, {
    advice: `Wait for it to end, then call again. ${typedCode("show", id, "ledger")} tells where it stands.`,
  });
}

/** An experiment, the folder and whether names are left out. */
function exported(words: readonly string[], line: string): Read {
  const isFlag = (word: string): boolean => word.toLowerCase() === "--anonymous";
  const found = optionsIn(
    words.filter((word) => !isFlag(word)),
    line.replace(/(?<=^|\s)--anonymous(?=\s|$)/giu, " "),
    { "--to": { arg: "to", takes: "handed-on" } },
  );
  if ("odd" in found) return found;
  const anonymous = words.some(isFlag) || undefined;
  return upTo(1, found.others, ([experiment]) => ({ experiment, anonymous, ...found.args }));
}
