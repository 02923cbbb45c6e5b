import { basename, dirname, resolve } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { FilledBallot } from "../../artifacts/ballot.ts";
import { exceededBound } from "../../artifacts/bounds.ts";
import { designSha256, rubricSha256 } from "../../artifacts/hashes.ts";
import { ARTIFACTS } from "../../artifacts/stages/files.ts";
import type { Voice, Vote } from "../../artifacts/vote.ts";
import { UsageError } from "../../errors.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { lostOf } from "../../stages/judgement/said-before.ts";
import { countVote, saveVoice } from "../../stages/judgement/voting.ts";
import { judgeNamed, type Named, YOU } from "../../stages/judgement/who-judges.ts";
import { pathOf } from "../../store/artifacts.ts";
import { readRegular } from "../../store/read.ts";
import { judgedName, roundOption } from "../../story/round-words.ts";
import { mayCountBallot, mayCountUnseen } from "../../story/vote-asked.ts";
import { cleanValue } from "../../text/clean.ts";
import { amount } from "../../text/numbers.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { found } from "../../text/wording.ts";
import type { OpContext } from "../op.ts";
import { findNamedFile } from "../paths/named-file.ts";
import { asPerson } from "../person/as-person.ts";

/** Bytes of a filled ballot: comments of 20,000 letters on each of many designs. */
const MAX_BYTES = 2_000_000;

/**
 * Takes in what a ballot saved, where the person says so. Nobody knows when it was filled in: what another vote of that
 * person says besides goes only where that is said. Returns whose it is and what went; null where it is taken in already.
 * Throws UsageError where it is none, or one of other designs.
 */
export async function takeBallot(
  lab: Lab,
  context: OpContext,
  { view, path: written, replace, rounds }: { view: View; path: string; replace: boolean; rounds: readonly View[] },
): Promise<{ who: Named; lost: string | null; letters: Vote["shown"] } | null> {
  const { experiment, artifacts } = view;
  const { experiment_id: id, criteria } = experiment.task;
  const ballot = await readBallot(lab, context, written);
  const today = new Map(artifacts.designs.map((design) => [designSha256(design), design.design_id]));
  const others = ballot.designs.filter(({ design_sha256 }) => !today.has(design_sha256));
  if (others.length > 0) {
    const named = others.map(({ letter }) => letter).join(", ");
    const elsewhere = rounds.find((round) => isOf(ballot, round))?.experiment.task;
    const why = ballot.experiment_id === id ? "they were changed since" : `it is of ${ballot.experiment_id}`;
    refuse(
      written,
      `${others.length} of its ${ballot.designs.length} designs (${named}) are none of ${judgedName(experiment.task)}: ${elsewhere ? `it is of ${judgedName(elsewhere)}` : why}`,
      elsewhere && `${typedCode("judge", id, "--from", written, ...roundOption(elsewhere))} counts it.`,
    );
  }
  if (ballot.rubric_sha256 !== rubricSha256(criteria)) {
    refuse(written, `its scores are by other criteria than those of ${id} today`);
  }
  const who = judgeNamed(ballot.name, artifacts.votes);
  if (who === YOU)
    refuse(
      written,
      `its name is ${found(ballot.name)}, as whoever types here is called: a name of one's own is needed`,
    );
  const shown = ballot.designs.map(({ letter, design_sha256 }) => {
    return { letter, design_id: today.get(design_sha256) ?? "", design_sha256 };
  });
  const before = artifacts.votes.find(({ reviewer_id }) => reviewer_id === who.reviewer_id);
  if (before !== undefined && before.done_at !== null && isSame(before, shown, ballot.voice)) return null;
  const lost = before ? lostOf(before, { voice: ballot.voice, shown }) : null;
  if (lost !== null && !replace) {
    refuse(
      written,
      `it would take the place of what ${who.name} said, before it or after: ${lost}`,
      `${typedCode("judge", id, "--from", written, ...roundOption(experiment.task), "--replace")} lets that go (${callCode("judge", { experiment: id, from: written, ...(experiment.task.round && { round: experiment.task.round.number }), replace: true })}).`,
    );
  }
  await asPerson(context, {
    pattern: `${judgedName(experiment.task)}: ${who.name}`,
    question: mayCountBallot(who.name, judgedName(experiment.task), lost),
    not: "Not counted",
    advice: `Type ${typedCode("judge", id, "--from", written, ...roundOption(experiment.task))} yourself.`,
  });
  const saving = {
    judge: who,
    shown,
    door: "ballot",
    revision: before?.revision ?? 0,
    done: true,
    has_result: true,
  } as const;
  const saved = await saveVoice(experiment, ballot.voice, saving, lab.now);
  if (saved.state === "refused") refuse(written, saved.why);
  if (saved.state === "stale") refuse(written, `${who.name} changed the vote meanwhile`);
  return { who, lost, letters: shown };
}

/** The vote that came with the files which a call means, by its file or who gave it; null for none. */
export function unseenVote(
  { directory }: Lab,
  { experiment: { dir }, artifacts, seen }: View,
  given: string,
): Vote | null {
  const isMeant = ({ reviewer_id, name }: Vote): boolean => {
    const file = pathOf(dir, "vote", { reviewer_id });
    return (
      [name, reviewer_id, basename(file)].includes(given) || [directory, dir].some((at) => resolve(at, given) === file)
    );
  };
  const found = artifacts.votes.filter(isMeant);
  return found.find(({ reviewer_id, done_at }) => done_at !== null && !seen.votes.has(reviewer_id)) ?? null;
}

/** Has it count from now on, where the person says so. Throws LabError. */
export async function takeUnseen(lab: Lab, context: OpContext, { experiment }: View, vote: Vote): Promise<Named> {
  const { experiment_id: id } = experiment.task;
  const file = `votes/vote-${vote.reviewer_id}.json`;
  await asPerson(context, {
    pattern: `${judgedName(experiment.task)}: ${vote.name}`,
    question: mayCountUnseen(vote.name, judgedName(experiment.task), file),
    not: "Not counted",
    advice: `Type ${typedCode("judge", id, "--from", file, ...roundOption(experiment.task))} yourself.`,
  });
  if ((await countVote(experiment, vote, lab.now)) !== null) return vote;
  throw new UsageError(`Cannot count the vote of ${vote.name}: it was changed meanwhile. Nothing was kept.`, {
    advice: "Look at it again.",
  });
}

/** Whether all designs of a ballot are texts of a round. */
function isOf({ designs }: FilledBallot, { artifacts }: View): boolean {
  const texts = new Set(artifacts.designs.map(designSha256));
  return designs.every(({ design_sha256 }) => texts.has(design_sha256));
}

const isSame = ({ shown, voice }: Vote, others: Vote["shown"], other: Voice): boolean =>
  Value.Equal(shown, others) && Value.Equal(voice, other);

async function readBallot(lab: Lab, context: OpContext, written: string): Promise<FilledBallot> {
  const { path, inside, bytes } = await findNamedFile(lab, context, written, {
    what: "a file",
    intent: "documents",
    // A ballot may be saved beside the file that asked for it.
    except: ["experiments"],
    refuse: (why) => refuse(written, why),
  });
  if (bytes > MAX_BYTES) refuse(written, `at most ${amount(MAX_BYTES)} bytes are read, found ${amount(bytes)}`);
  const read = await readRegular(path, inside ? lab.worktree : dirname(path));
  if (read.state !== "ok") return refuse(written, "it cannot be read");
  const value = parsed(read.value);
  const excess = exceededBound(value, ARTIFACTS.vote.bounds);
  if (excess !== null) refuse(written, excess);
  if (Value.Check(FilledBallot, value)) return cleanValue(value).value;
  const error = Value.Errors(FilledBallot, value).First();
  const at = error?.path.slice(1).replaceAll("/", ".") ?? "";
  return refuse(
    written,
    `${at === "" ? "it" : at} does not fit: ${error?.message ?? "no ballot"}, found ${found(String(JSON.stringify(error?.value)))}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ""));
  } catch {
    return undefined;
  }
}

function refuse(
  written: string,
  why: string,
  advice = `Needed is the file that a ballot saved. ${typedCode("judge", "latest", "--ballot")} writes a ballot.`,
): never {
  throw new UsageError(`Cannot take ${found(written)} as a ballot: ${why}. Nothing was kept.`, { advice });
}
