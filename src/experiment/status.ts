import type { Failure, Phase } from "../artifacts/failure.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import type { Count, MissingCell, MissingDesign, Status } from "../artifacts/status.ts";
import { type Part, partsFor, phaseOf } from "../artifacts/task.ts";
import { type Held, heldOf, type PanelWanted } from "./answers.ts";
import { missingParts, plannedCells, sessionsFor, sparing } from "./cells.ts";

/** What an experiment holds before anything was asked. */
export const NOTHING: Artifacts = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [] };

/** Where an experiment stands: every view, refusal and forecast takes its numbers from here. */
export function statusOf(
  task: PanelWanted,
  artifacts: Artifacts,
  ledger: readonly LedgerLine[],
  held = heldOf(task, artifacts),
): Status {
  const asked = askedOf(ledger);
  const designs = missingDesigns(task, held, asked);
  const open = missingCells(task, held, asked);
  const isSpared = sparing(task, artifacts);
  const divided = (cell: MissingCell, wants: boolean): MissingCell[] => {
    const at = { design_id: cell.design_id, reviewer_id: cell.reviewer.reviewer_id };
    const parts = cell.parts.filter((part) => isSpared(at, part) !== wants);
    return parts.length > 0 ? [{ ...cell, parts, sessions: sessionsFor({ ...cell, parts }, task.score_samples) }] : [];
  };
  const cells = open.flatMap((cell) => divided(cell, true));
  const spared = open.flatMap((cell) => divided(cell, false));
  const wantedParts = plannedCells(task).flatMap(({ design_id, reviewer }) => partsFor(reviewer, design_id));
  const sparedParts = spared.flatMap(({ parts }) => parts);
  const wanted = (part: Part) => timesIn(wantedParts, part) - timesIn(sparedParts, part);
  const lacking = (part: Part) => cells.filter(({ parts }) => parts.includes(part));
  const samples = wanted("score") * task.score_samples;
  const unasked = lacking("score").reduce((sum, cell) => sum + (task.score_samples - cell.samples.length), 0);
  return {
    designs: count(task.designers.length, designs.length),
    reviews: count(wanted("review"), lacking("review").length),
    scores: count(wanted("score"), lacking("score").length),
    samples: count(samples, unasked),
    short: lacking("score").filter(({ design_id, reviewer }) => held.hasAny("score", design_id, reviewer)).length,
    spared,
    pending: [...designs, ...cells],
    failures: inPlanOrder(task, failuresOf(designs, cells, asked)),
  };
}

const timesIn = (parts: readonly Part[], part: Part): number => parts.filter((each) => each === part).length;

function count(wanted: number, missing: number): Count {
  return { there: wanted - missing, wanted };
}

function missingDesigns({ designers }: PanelWanted, held: Held, asked: Asked): MissingDesign[] {
  return designers
    .filter(({ design_id }) => !held.designs.has(design_id))
    .map(({ design_id, model, persona, entrant, lineage }) => ({
      kind: "design",
      design_id,
      model,
      ...(persona !== undefined && { persona }),
      ...(entrant !== undefined && { entrant }),
      ...(lineage !== undefined && { lineage }),
      begun: asked.isBegun({ design_id }),
    }));
}

function missingCells(task: PanelWanted, held: Held, asked: Asked): MissingCell[] {
  return plannedCells(task).flatMap(({ design_id, reviewer }) => {
    const parts = missingParts(held, design_id, reviewer);
    if (parts.length === 0) return [];
    const samples = held.samplesOf(design_id, reviewer);
    return {
      kind: "cell" as const,
      design_id,
      reviewer,
      parts,
      samples,
      sessions: sessionsFor({ reviewer, parts, samples }, task.score_samples),
      askable: held.designs.has(design_id),
      begun: asked.isBegun({ design_id, reviewer_id: reviewer.reviewer_id }),
    };
  });
}

function inPlanOrder({ designers }: PanelWanted, failures: readonly Failure[]): Failure[] {
  return designers.flatMap(({ design_id }) => failures.filter((failure) => failure.design_id === design_id));
}

function failuresOf(designs: readonly MissingDesign[], cells: readonly MissingCell[], asked: Asked): Failure[] {
  const look = (phase: Phase, model: string, place: { design_id: string; reviewer_id?: string }): Failure[] => {
    const line = asked.lastEnd(phase, place);
    // What a person stopped is left to do: nothing failed in it.
    if (line?.event !== "failed" || line.kind === undefined || line.kind === "aborted") return [];
    return [{ phase, model, ...place, kind: line.kind, message: line.message ?? "" }];
  };
  return [
    ...designs.flatMap((design) => {
      const phase = phaseOf(design);
      const model = phase === "arrange" ? (design.entrant?.arranger ?? design.model) : design.model;
      return look(phase, model, { design_id: design.design_id });
    }),
    ...cells
      .filter(({ askable }) => askable)
      .flatMap(({ design_id, reviewer: { reviewer_id, model }, parts }) =>
        parts.flatMap((part) => look(part, model, { design_id, reviewer_id })),
      ),
  ];
}

type Target = { design_id?: string | undefined; reviewer_id?: string | undefined };

/** What a ledger tells of what was asked. */
type Asked = {
  /** The line with which the newest session for this part ended; undefined when none has. */
  lastEnd(phase: Phase, place: Target): LedgerLine | undefined;
  /** True when a session was started there and has not ended: it runs now, or its process is gone. */
  isBegun(place: Target): boolean;
};

/** Reads a ledger once; later lines say what holds. */
function askedOf(ledger: readonly LedgerLine[]): Asked {
  const ends = new Map<string, LedgerLine>();
  const begun = new Set<string>();
  for (const line of ledger) {
    if (line.event === "started") begun.add(key(line));
    if (line.event !== "failed" && line.event !== "done") continue;
    begun.delete(key(line));
    for (const phase of line.phases ?? []) ends.set(key(line, phase), line);
  }
  return {
    lastEnd: (phase, place) => ends.get(key(place, phase)),
    isBegun: (place) => begun.has(key(place)),
  };
}

function key({ design_id, reviewer_id }: Target, phase?: Phase): string {
  return JSON.stringify([phase, design_id, reviewer_id]);
}
