import type { Voice, Vote } from "../../artifacts/vote.ts";
import { UsageError } from "../../errors.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { ShownBallot } from "../../stages/judgement/ballot.ts";
import { lostOf, stillSaid } from "../../stages/judgement/said-before.ts";
import { saveVoice } from "../../stages/judgement/voting.ts";
import { type Named, YOU } from "../../stages/judgement/who-judges.ts";
import { readShown } from "../../store/artifacts.ts";
import { judgedName, roundOption } from "../../story/round-words.ts";
import { isYourOrder } from "../../story/vote-asked.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { found } from "../../text/wording.ts";
import type { OpContext } from "../op.ts";
import { asPerson } from "../person/as-person.ts";

type Typed = {
  view: View;
  who: Named;
  drawn: ShownBallot;
  order: string;
  /** The person says not to have seen a result. */
  unseen: boolean;
  /** Scores may go. */
  replace: boolean;
};

/**
 * Takes an order that was typed, where the person says so. What else was said of texts that are still the same stays; the
 * rest, and scores, which would count before it, go only where that is said. Returns what went, or null. Throws
 * UsageError where it cannot be taken.
 */
export async function takeOrder(lab: Lab, context: OpContext, { view, who, drawn, ...said }: Typed) {
  const { ballot, shown } = drawn;
  const { order } = said;
  const id = view.experiment.task.experiment_id;
  const before = view.artifacts.votes.find(({ reviewer_id }) => reviewer_id === who.reviewer_id);
  const name = who === YOU ? [] : ["--as", JSON.stringify(who.name)];
  const { task } = view.experiment;
  const about = [id, ...roundOption(task)];
  const replacing = `${typedCode("judge", id, order, ...roundOption(task), ...name, "--replace")}`;
  const called = callCode("judge", {
    ...{ experiment: id, order },
    ...(task.round && { round: task.round.number }),
    ...(who !== YOU && { name: who.name }),
    replace: true,
  });
  await refuseUnshown(view, who, order);
  const stays = before && stillSaid(before, shown);
  const voice: Voice = {
    designs: (stays?.designs ?? []).map((each) => ({ ...each, scores: {} })),
    order: groupsOf(order, shown, [...about, ...name]),
    pairs: stays?.pairs ?? [],
    saw_result: ballot.has_result ? !said.unseen : null,
  };
  // One order in the place of another is what was asked for.
  const lost = before ? lostOf({ ...before, voice: { ...before.voice, order: [] } }, { voice, shown }) : null;
  if (lost !== null && !said.replace)
    throw new UsageError(
      `Cannot take ${found(order)} as an order: it would take the place of ${lost}. Nothing was kept.`,
      {
        advice: `${typedCode("judge", ...about, ...name)} opens the page, where both can be said. ${replacing} lets that go (${called}).`,
      },
    );
  const counts = view.people.some((each) => each.reviewer_id === who.reviewer_id && each.counts === "counted");
  if (counts && voice.saw_result === true && !said.replace)
    throw new UsageError(
      `Cannot take ${found(order)} as an order: it would take the place of a vote that counts, and would not count, for a result was shown since. Nothing was changed.`,
      { advice: `${replacing} takes it all the same, to stand beside the result (${called}).` },
    );
  const unseen = voice.saw_result === false;
  const door = await asPerson(context, {
    pattern: `${judgedName(task)}: ${order}`,
    question: isYourOrder(order, { id: judgedName(task), name: who === YOU ? null : who.name, unseen, lost }),
    not: "Not taken",
    advice: `Judge on the page (${typedCode("judge", ...about)}), or type the line yourself.`,
  });
  const saving = { judge: who, shown, door, revision: before?.revision ?? 0, done: true, has_result: false } as const;
  const saved = await saveVoice(view.experiment, voice, saving, lab.now);
  if (saved.state === "refused") throw new UsageError(`Cannot take the order: ${saved.why} Nothing was kept.`);
  if (saved.state === "stale")
    throw new UsageError("Cannot take the order: the vote was changed meanwhile on another page. Nothing was kept.");
  return lost;
}

/** Letters are a person's own: those that somebody else was shown are of other designs. */
async function refuseUnshown({ experiment: { dir, task } }: View, who: Named, order: string): Promise<void> {
  const shown = await readShown(dir);
  if (shown.has(who.reviewer_id) || (who === YOU && shown.size === 0)) return;
  const [as, whom] = who === YOU ? [[], "you were"] : [["--as", JSON.stringify(who.name)], `${who.name} was`];
  throw new UsageError(
    `Cannot take ${found(order)} as an order: each person has letters of their own, and ${whom} shown none yet. Nothing was kept.`,
    { advice: `${typedCode("judge", task.experiment_id, ...roundOption(task), ...as)} shows the designs under them.` },
  );
}

/** An order that was typed, as "N>O=P": what stands first is best. Throws UsageError for letters that were not shown. */
function groupsOf(order: string, shown: Vote["shown"], line: readonly string[]): string[][] {
  const groups = order.split(/[>,]/u).map((group) => group.split("=").map((letter) => letter.trim()));
  const letters = shown.map(({ letter }) => letter);
  const given = groups.flat();
  const odd = given.find((letter, at) => !letters.includes(letter) || given.indexOf(letter) !== at);
  if (odd !== undefined || given.length < 2) {
    const needed = `two or more of ${letters.join(", ")}, each once, the best first, as ${letters.slice(0, 2).join(">")}`;
    throw new UsageError(`Cannot take ${found(order)} as an order: needed is ${needed}. Nothing was kept.`, {
      advice: `${typedCode("judge", ...line)} shows the designs under these letters; the letters of a ranking are others.`,
    });
  }
  return groups;
}
