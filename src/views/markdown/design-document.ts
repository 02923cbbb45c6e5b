import type { Names } from "../../artifacts/names.ts";
import { isAssertion } from "../../artifacts/requirement.ts";
import { ASSERTED, RECORD } from "../../story/decision-record.ts";
import { CHOSEN_DESIGN, type DesignDocument } from "../../story/design-document.ts";
import type { Sentence } from "../../story/sentence.ts";
import { kept } from "../../text/kept-markdown.ts";
import { headingText, inline, join, type Markdown, md } from "../../text/markdown.ts";
import { bodyText, byWhom } from "./design-text.ts";
import { drawnWhole } from "./whole.ts";

/** The chosen design as a document that stands alone: nothing of it is cut, whatever it holds. */
export function designDocumentText(
  { design, task, requirements, rejected, ...lists }: DesignDocument,
  { topic, before, record, brief }: { topic: string; before: string; record: Markdown; brief: Markdown | null },
  names: Names,
): Markdown {
  const draw = (said: Sentence): Markdown => drawnWhole(said, names) ?? md``;
  const points = (all: readonly Sentence[], before: Markdown = md``): Markdown[] =>
    all.length > 0
      ? [
          join(
            all.map((each) => md`- ${before}${draw(each)}`),
            "\n",
          ),
        ]
      : [];
  const section = (title: Markdown, said: readonly Sentence[]): Markdown[] =>
    said.length > 0 ? [title, ...points(said)] : [];
  const called = (design_id: string): Markdown => {
    const letter = inline(names.designs.get(design_id) ?? design_id);
    return md`${letter}: ${headingText(names.titles.get(design_id) ?? design_id)}`;
  };
  return md`${join(
    [
      md`# ${headingText(`${before}${topic}: ${design.title}`)}`,
      md`${CHOSEN_DESIGN.record}${record}.`,
      md`## ${CHOSEN_DESIGN.because}`,
      ...(lists.because === "" ? [] : [kept(lists.because)]),
      join(lists.sure.map(draw), " "),
      md`## ${CHOSEN_DESIGN.task}`,
      kept(task),
      ...(brief ? [md`${RECORD.brief}${brief}.`] : []),
      md`## ${CHOSEN_DESIGN.design}`,
      byWhom(design),
      bodyText(design),
      ...section(md`## ${CHOSEN_DESIGN.made}`, lists.made),
      ...section(md`## ${CHOSEN_DESIGN.answers}`, lists.answers),
      ...section(md`## ${CHOSEN_DESIGN.added}`, lists.added),
      ...section(md`## ${CHOSEN_DESIGN.origins}`, lists.origins),
      ...(requirements.length > 0 ? [md`## ${CHOSEN_DESIGN.requirements}`] : []),
      ...requirements.flatMap(({ requirement, said }) => [
        md`### ${headingText(requirement.id)}`,
        kept(requirement.text),
        ...(isAssertion(requirement) ? [md`(${draw(ASSERTED)})`] : []),
        ...(said.length > 0 ? points(said) : [md`${CHOSEN_DESIGN.unjudged}`]),
      ]),
      ...section(md`## ${CHOSEN_DESIGN.strengths}`, lists.strengths),
      ...section(md`## ${CHOSEN_DESIGN.weaknesses}`, lists.weaknesses),
      ...section(md`## ${CHOSEN_DESIGN.scored}`, lists.scored),
      ...section(md`## ${CHOSEN_DESIGN.dissent}`, lists.dissent),
      ...section(md`## ${CHOSEN_DESIGN.confirmation}`, lists.confirmation),
      ...section(md`## ${CHOSEN_DESIGN.reverses}`, lists.reverses),
      md`## ${CHOSEN_DESIGN.rejected}`,
      ...(rejected.length > 0 ? [] : [md`${CHOSEN_DESIGN.alone}`]),
      ...rejected.flatMap(({ design_id, is, came, summary, good, bad }) => [
        md`### ${called(design_id)}`,
        ...(is === null ? [] : [md`It is ${draw(is)}.`]),
        ...came.map(draw),
        kept(summary),
        ...(bad.length > 0 ? [] : [md`${CHOSEN_DESIGN.unsaid}`]),
        join([...points(bad, md`${RECORD.bad}`), ...points(good, md`${RECORD.good}`)], "\n"),
      ]),
      md`## ${CHOSEN_DESIGN.origin}`,
      ...points(lists.origin),
    ].filter((each) => each !== ""),
    "\n\n",
  )}\n`;
}
