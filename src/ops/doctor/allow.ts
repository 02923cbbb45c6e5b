import type { SettingChange } from "../../config/changes.ts";
import type { ProjectFiles } from "../../config/load.ts";
import { LabError, UsageError } from "../../errors.ts";
import { dropAllowance, keepAllowance } from "../../store/allowance.ts";
import { inline, join, literal, md } from "../../text/markdown.ts";
import { columnsOf } from "../../text/truncate.ts";
import { typedCode } from "../../text/typed.ts";
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
  const { project, changes } = await context.projectChange();
  if (project === null || project.sha256 === null)
    throw new UsageError("Cannot allow the project's configuration: there is none.", {
      advice: "It is .opencode/design-lab.json of the project; your own needs no leave.",
    });
  const { paths, sha256 } = project;
  const files = project.files.join(" and ");
  if (!allow) {
    await dropAllowance(context, paths);
    return { text: md`${literal(files)} is not allowed any more: of what may be spent it only makes less.` };
  }
  const facts = { project: { files: project.files, sha256, changes } };
  if (project.standing === "allowed") return { text: md`${literal(files)} is allowed as it stands.`, facts };
  const question = `${leading(project)}: ${changes.length === 0 ? "it changes nothing today" : changes.map(changeText).join("; ")}. Let it hold as if it were your own, until it changes?`;
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
  await keepAllowance(context, { paths: [...paths], sha256 });
  const text = join(
    [
      md`${literal(files)} holds as it is written, on this machine, until it changes; ${typedCode("allow", "no")} takes that back.`,
      join(
        changes.map((each) => md`- ${inline(changeText({ ...each, held: false }), MOST_ASKED)}`),
        "\n",
      ),
    ],
    "\n\n",
  );
  return { text, facts };
}

/** Which files, where they lie past links, and of what content the question is. */
function leading({ files, paths, sha256 }: ProjectFiles): string {
  const named = files.map((file, at) => (paths[at] === file ? file : `${file} (which leads to ${paths[at]})`));
  return `${named.join(" and ")} (SHA-256 ${sha256}) has`;
}

function changeText({ setting, without, written, held }: SettingChange): string {
  return `${setting} ${written} in place of ${without}${held ? " (held back until now)" : ""}`;
}
