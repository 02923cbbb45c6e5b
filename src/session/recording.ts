import { type ExchangeTurn, errorOf, hasRoom, type SessionExchange, saidOf } from "../artifacts/exchange.ts";
import { withoutKeys } from "../text/key-like.ts";
import type { Failed } from "./failure.ts";
import type { Host, HostAnswer, Usage } from "./host.ts";

/** What one session sends and what comes back, as it happens. */
export type Recording = {
  /** The host whose prompts and answers are recorded. */
  host: Host;
  /** How the session ended. */
  ended(how: Failed | null): void;
  /** Hands over all of it, with what it took; of requests only what a host tells is known, and no answer comes without. */
  finish(took: Usage, requests: number): Promise<void>;
};

type Session = {
  session_id: string;
  now: () => Date;
  /** Never throws. What there is so far is handed over before a further prompt is sent, so that a kill loses no answer. */
  keep: (exchange: SessionExchange) => Promise<void>;
};

export function recordSession(host: Host, { session_id, now, keep }: Session): Recording {
  const turns: ExchangeTurn[] = [];
  const started_at = now().toISOString();
  let end: SessionExchange["ended"] = null;
  const soFar = (): SessionExchange => ({
    session_id,
    started_at,
    finished_at: null,
    turns: structuredClone(turns),
    requests: null,
    tokens: null,
    cost: null,
    ended: null,
  });
  const receive = (turn: ExchangeTurn, answer: HostAnswer): void => {
    turn.received_at = now().toISOString();
    turn.received = saidOf(answer.text);
    turn.finish = answer.finish;
    turn.error = answer.error && errorOf(withoutKeys(answer.error.message));
  };
  return {
    host: {
      ...host,
      async prompt(request) {
        if (turns.length > 0) await keep(soFar());
        const turn = turnOf(request.text, now());
        if (hasRoom(turns)) turns.push(turn);
        const answer = await host.prompt(request);
        receive(turn, answer);
        return answer;
      },
      async lastAnswer(sessionID) {
        const answer = await host.lastAnswer(sessionID);
        const last = turns.at(-1);
        if (answer && last) receive(last, answer);
        return answer;
      },
    },
    ended(how) {
      end =
        how === null
          ? { state: "ok" }
          : { state: "failed", kind: how.kind, message: errorOf(withoutKeys(how.message)) };
    },
    finish: ({ tokens, cost }, requests) =>
      keep({
        ...soFar(),
        finished_at: now().toISOString(),
        requests: requests === 0 && turns.some(({ received }) => received !== null) ? null : requests,
        tokens,
        cost,
        ended: end,
      }),
  };
}

function turnOf(text: string, at: Date): ExchangeTurn {
  return {
    sent_at: at.toISOString(),
    sent: saidOf(text),
    received_at: null,
    received: null,
    finish: null,
    error: null,
  };
}
