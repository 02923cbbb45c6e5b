import type { FoundPersona } from "../../artifacts/persona.ts";
import { LabError, UsageError } from "../../errors.ts";
import { dropAllowance, keepAllowance } from "../../store/allowance.ts";
import { allowedNow, holdsNow, mayHold, notAllowedNow } from "../../story/configuration.ts";
import { columnsOf } from "../../text/truncate.ts";
import { typedCode } from "../../text/typed.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import type { OpContext, Reply } from "../op.ts";
import { asPerson } from "../person/as-person.ts";

/** Columns of what a person can be asked at once, on every screen. */
const MOST_ASKED = 3_600;

/**
 * Lets the project's configuration hold as it is written until it changes, or no longer. What it changes is shown with the
 * question, so a typed line alone is no yes to it. Throws LabError where there is nothing to allow, where the person does
 * not say yes, and where the files changed meanwhile.
 */
export async function allowConfig(context: OpContext, allow: boolean): Promise<Reply> {
  const { project, changes, anchor } = await context.projectChange();
  if (project === null || project.sha256 === null || anchor === null)
    throw new UsageError("Cannot allow the project's configuration: there is none.", {
      advice:
        "It is .opencode/design-lab.json of the project, and the personas in .opencode/design-lab-personas; your own need no leave.",
    });
  const { paths, sha256, personas } = project;
  const files = project.files.join(" and ");
  if (!allow) {
    await dropAllowance(context, anchor);
    return { text: drawn(notAllowedNow(files)) };
  }
  const facts = { project: { files: project.files, sha256, changes, personas: personas.map(personaFacts) } };
  if (project.standing === "allowed") return { text: drawn(allowedNow(files)), facts };
  const question = mayHold({ files: project.files, paths, sha256, personas }, changes);
  if (columnsOf(question) > MOST_ASKED)
    throw new LabError(
      `Cannot allow ${files}: what it changes takes ${columnsOf(question)} columns, and a person is asked all of it in ${MOST_ASKED} at most. Nothing was changed.`,
      { advice: "Put a part of it into your own file, or shorten it." },
    );
  await asPerson(
    { ...context, typed: null },
    {
      pattern: files,
      question,
      not: `Not allowed, which would be: ${question}`,
      advice: `At a terminal of your own: opencode-designlab allow. For one call in CI: opencode-designlab --allow-config ${sha256}.`,
    },
  );
  const now = await context.projectChange();
  if (now.project?.sha256 !== sha256 || now.project.paths.join("\0") !== paths.join("\0"))
    throw new LabError(`Not allowed: ${files} changed while you were asked. Nothing was changed.`, {
      advice: `${typedCode("allow")} shows what it says now.`,
    });
  await keepAllowance(context, anchor, { paths: [...paths], sha256 });
  return { text: blocksText(holdsNow(files, changes, personas)), facts };
}

/** A persona without the text that it is told, which its file has. */
const personaFacts = ({ text, ...facts }: FoundPersona) => ({ ...facts, characters: text.length });
