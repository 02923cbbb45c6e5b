import { type Design, DesignBody } from "../../artifacts/design.ts";
import { documentName, type Entrant } from "../../artifacts/entrant.ts";
import type { Failure } from "../../artifacts/failure.ts";
import { NO_TOKENS } from "../../artifacts/no-tokens.ts";
import { pick } from "../../artifacts/pick.ts";
import type { Designer } from "../../artifacts/task.ts";
import { askInTurn, fallbacksOf } from "../../prompting/ask.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { loadArtifact } from "../../store/artifacts.ts";
import { keeperOf } from "../../store/exchanges.ts";
import type { Experiment } from "../../store/experiment.ts";
import { keptTextLost } from "../../story/joins.ts";
import { cleanValue } from "../../text/clean.ts";
import { pathForOthers } from "../../text/path-inside.ts";
import { arrangerAgent } from "./arranger.ts";
import { arranged, documentText } from "./placed.ts";

/** The design of one row of the plan with what was said for it, not looked through yet, or why there is none. */
export type WrittenDesign =
  | { state: "ok"; design: Omit<Design, "flags">; said: unknown }
  | { state: "failed"; failure: Failure };

/** The design of a document that was kept when it joined: as it is, or put into fields by the model that the plan names. */
export async function joinDesign(
  lab: PayingLab,
  experiment: Experiment,
  { design_id, entrant }: Designer & { entrant: Entrant },
): Promise<WrittenDesign> {
  const { dir, ledger } = experiment;
  const model = entrant.arranger ?? entrant.file;
  const failed = (kind: Failure["kind"], message: string): WrittenDesign => ({
    state: "failed",
    failure: { phase: "arrange", model, design_id, kind, message },
  });
  const kept = await loadArtifact(dir, "entrant", { design_id });
  if (kept.state !== "ok" || kept.value.sha256 !== entrant.sha256) {
    const message = keptTextLost(entrant.file);
    await ledger.append({ event: "failed", phases: ["arrange"], model, design_id, kind: "defect", message });
    return failed("defect", message);
  }
  const { text } = kept.value;
  if (entrant.arranger === undefined)
    return { state: "ok", design: asItIs(lab, { design_id, entrant, text }), said: bodyIn(text) };
  const question = {
    input: { text, nonce: lab.nonce() },
    model: entrant.arranger,
    experiment: dir,
    keep: keeperOf(dir),
    phases: ["arrange" as const],
    design_id,
  };
  const answer = await askInTurn(lab, ledger.append, arrangerAgent, question, fallbacksOf(lab, entrant.arranger));
  if (answer.state === "failed") return failed(answer.kind, answer.message);
  const { violations, removed_from_reads, provenance } = answer;
  const body = arranged(answer.value, documentText(text));
  const facts = { ...provenance, violations, removed_from_reads };
  return { state: "ok", design: designOf({ design_id, entrant }, body, facts), said: body };
}

/** A design's own fields of what a file of JSON holds; what else stands in it is left out. */
export function bodyIn(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? pick(value as DesignBody, DesignBody.properties) : value;
}

function asItIs(lab: PayingLab, { design_id, entrant, text }: { design_id: string; entrant: Entrant; text: string }) {
  const { value, removed } = cleanValue(bodyIn(text) as DesignBody);
  const at = lab.now().toISOString();
  return designOf({ design_id, entrant }, value, {
    session_id: "",
    started_at: at,
    finished_at: at,
    attempts: 0,
    requests: 0,
    tokens: NO_TOKENS,
    cost: 0,
    prompt_sha256: entrant.sha256,
    dropped_keys: [],
    removed_characters: removed as Record<string, number>,
    violations: [],
    removed_from_reads: {},
  });
}

function designOf(
  { design_id, entrant }: { design_id: string; entrant: Entrant },
  body: DesignBody,
  provenance: Design["provenance"],
): Omit<Design, "flags"> {
  return {
    version: 1,
    design_id,
    generating_model: documentName({ ...entrant, file: pathForOthers(entrant.file) }),
    ...body,
    provenance,
  };
}
