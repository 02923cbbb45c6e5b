import { FAILURE_WORDS, type Failure } from "../../artifacts/failure.ts";
import { code, inline, join, type Markdown, md } from "../../text/markdown.ts";
import { count, list } from "../../text/numbers.ts";
import { typed } from "../../text/typed.ts";

/** Designs that one bullet names, and columns of what a provider says. */
const MAX_DESIGNS = 6;
const MESSAGE = 300;

/** A bullet for each way in which a model failed, at most `most`, with every session that ended so. */
export function failureLines(failures: readonly Failure[], most = 12): Markdown[] {
  const ways = new Map<string, FailedSession[]>();
  for (const session of bySession(failures)) {
    const way = JSON.stringify([session.model, session.kind, session.message]);
    ways.set(way, [...(ways.get(way) ?? []), session]);
  }
  const lines = [...ways.values()].map(wayLine);
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most), md`- and ${lines.length - most} more, see results/ranking.json`];
}

/** As many sessions as `failureLines` tells of, when none is left out. */
export function failedSessions(failures: readonly Failure[]): number {
  return bySession(failures).length;
}

/** What a person mends first, for asking again before changes nothing; a line for each such kind of failure. */
export function mendLines(failures: readonly Pick<Failure, "kind" | "model">[], experiment_id: string): Markdown[] {
  const again = md`then ${typed("resume", experiment_id)} asks again`;
  const refused = failures.flatMap(({ kind, model }) => (kind === "auth" ? model : []));
  const away = failures.flatMap(({ kind, model }) =>
    kind === "unreachable" ? model.slice(0, model.indexOf("/")) : [],
  );
  return [
    ...(refused.length === 0
      ? []
      : [md`${code("opencode auth login")} first: the key for ${each(refused)} is refused; ${again}`]),
    ...(away.length === 0
      ? []
      : [
          md`Start the server of ${each(away)} first, or mend its address or the network: it cannot be reached; ${again}`,
        ]),
  ];
}

/** Whether asking again is of use only after something was mended. */
export function needsMending({ kind }: Pick<Failure, "kind">): boolean {
  return kind === "auth" || kind === "unreachable";
}

function each(names: readonly string[]): Markdown {
  return list(
    [...new Set(names)].map((name) => inline(name)),
    MAX_DESIGNS,
  );
}

/** "- design C and review of A and B by one/model (3 sessions): **the provider refuses the key**: its words". */
function wayLine(sessions: readonly FailedSession[]): Markdown {
  const [{ model, kind, message } = { model: "", kind: "defect" as const, message: "" }] = sessions;
  const works = new Map<Markdown, Markdown[]>();
  const inOrder = sessions.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b), "en", { numeric: true }));
  for (const { phases, design_id } of inOrder) {
    const work = phases.includes("generate") ? md`design` : md`${list(phases.map((phase) => WORK[phase]))} of`;
    const designs = works.get(work) ?? [];
    works.set(work, design_id === null ? designs : [...designs, inline(design_id)]);
  }
  const what = [...works].map(([work, designs]) =>
    designs.length > 0 ? md`${work} ${list([...new Set(designs)], MAX_DESIGNS)}` : WORK.setup,
  );
  const times = sessions.length > 1 ? md` (${count(sessions.length, "session")})` : md``;
  const said = message === "" ? md`` : md`: ${inline(message, MESSAGE)}`;
  return md`- ${join(what, "; ")} by ${inline(model)}${times}: **${inline(FAILURE_WORDS[kind])}**${said}`;
}

/** Designs before what is said of them, letters in their order. */
function orderOf({ phases, design_id }: FailedSession): string {
  return `${phases.includes("generate") ? 0 : 1} ${design_id ?? ""}`;
}

/** What a session is asked for in each phase, in words. */
export const WORK = {
  setup: md`topic`,
  generate: md`design`,
  review: md`review`,
  score: md`score`,
} as const;

type FailedSession = Omit<Failure, "phase"> & { phases: Failure["phase"][] };

/** Failures that differ in the part alone come from one session that was asked for both. */
function bySession(failures: readonly Failure[]): FailedSession[] {
  const sessions: FailedSession[] = [];
  const latest = new Map<string, FailedSession>();
  for (const { phase, ...rest } of failures) {
    const key = JSON.stringify(rest);
    const known = latest.get(key);
    if (known && !known.phases.includes(phase)) {
      known.phases.push(phase);
      continue;
    }
    const session = { ...rest, phases: [phase] };
    sessions.push(session);
    latest.set(key, session);
  }
  return sessions;
}
