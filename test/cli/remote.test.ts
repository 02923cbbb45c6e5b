import { expect, test } from "bun:test";
import type { CliPerson } from "../../src/cli/person.ts";
import { callIn } from "../../src/cli/remote.ts";
import type { CallStanding, DeskAnswer, DeskMessage } from "../../src/host/desk-messages.ts";

const CALL = { op: "show", args: {}, allowed: [] };
const NEVER = new AbortController().signal;
const ENDED: NonNullable<CallStanding["ended"]> = { text: "Done.", outcome: "answered", facts: {} };
const asking = (question: string): CallStanding["asking"] => ({ permission: "designlab_cost", question });
const standing = (change: Partial<CallStanding>): CallStanding => ({
  ...{ lines: [], now: [], asking: null, ended: null },
  ...change,
});

/** A host that says what `follow` gives, and who answers its questions; what was asked and answered. */
function played(
  follow: (answers: readonly boolean[]) => CallStanding | Promise<CallStanding>,
  ask: CliPerson["ask"] = async () => ({ allowed: true }),
) {
  const [asked, answers]: [string[], boolean[]] = [[], []];
  const say = async (message: DeskMessage): Promise<DeskAnswer> => {
    if (message.do === "follow") return follow(answers);
    if (message.do === "answer") answers.push(message.allowed);
    return { id: "1" };
  };
  const person: CliPerson = {
    say: () => undefined,
    now: () => undefined,
    async ask(question, signal) {
      asked.push(question);
      return ask(question, signal);
    },
  };
  const talk = { say, close: async () => undefined };
  return { asked, answers, came: () => callIn(talk, CALL, person, NEVER) };
}

test("a question that was answered while the host still told of it is not asked again", async () => {
  // Such an answer was on its way when the person spoke.
  const late = played(async (answers) => {
    const was = answers.length === 0;
    await Bun.sleep(20);
    return was ? standing({ asking: asking("Pay?") }) : standing({ ended: ENDED });
  });
  expect(await late.came()).toEqual(ENDED);
  expect([late.asked, late.answers]).toEqual([["Pay?"], [true]]);
});

test("a question is taken away when its call ends, and the command ends with it", async () => {
  let taken = false;
  const call = played(
    (answers) =>
      call.asked.length === 0 || answers.length > 0 ? standing({ asking: asking("Pay?") }) : standing({ ended: ENDED }),
    (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          taken = true;
          resolve({ allowed: false });
        });
      }),
  );
  expect(await call.came()).toEqual(ENDED);
  expect([taken, call.asked]).toEqual([true, ["Pay?"]]);
});
