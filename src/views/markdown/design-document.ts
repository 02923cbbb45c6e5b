import type { Names } from "../../artifacts/names.ts";
import { RECORD } from "../../story/decision-record.ts";
import { DESIGN_PARTS, type DesignDocument } from "../../story/design-document.ts";
import type { Sentence } from "../../story/sentence.ts";
import { kept } from "../../text/kept-markdown.ts";
import { headingText, inline, join, type Markdown, md } from "../../text/markdown.ts";
import { BY_MODELS, bodyText } from "./design-text.ts";
import { drawnWhole } from "./whole.ts";

/** The chosen design as a document that stands alone: nothing of it is cut, whatever it holds. */
export function designDocumentText(
  { design, task, requirements, rejected, ...lists }: DesignDocument,
  { topic, record }: { topic: string; record: Markdown },
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
      md`# ${headingText(`${topic}: ${design.title}`)}`,
      md`${DESIGN_PARTS.record}${record}.`,
      md`## ${DESIGN_PARTS.because}`,
      ...(lists.because === "" ? [] : [kept(lists.because)]),
      join(lists.sure.map(draw), " "),
      md`## ${DESIGN_PARTS.task}`,
      kept(task),
      md`## ${DESIGN_PARTS.design}`,
      BY_MODELS,
      bodyText(design),
      ...(requirements.length > 0 ? [md`## ${DESIGN_PARTS.requirements}`] : []),
      ...requirements.flatMap(({ requirement: { id, text }, said }) => [
        md`### ${headingText(id)}`,
        kept(text),
        ...(said.length > 0 ? points(said) : [md`${DESIGN_PARTS.unjudged}`]),
      ]),
      ...section(md`## ${DESIGN_PARTS.strengths}`, lists.strengths),
      ...section(md`## ${DESIGN_PARTS.dissent}`, lists.dissent),
      ...section(md`## ${DESIGN_PARTS.confirmation}`, lists.confirmation),
      ...section(md`## ${DESIGN_PARTS.reverses}`, lists.reverses),
      md`## ${DESIGN_PARTS.rejected}`,
      ...(rejected.length > 0 ? [] : [md`${DESIGN_PARTS.alone}`]),
      ...rejected.flatMap(({ design_id, summary, good, bad }) => [
        md`### ${called(design_id)}`,
        kept(summary),
        ...(bad.length > 0 ? [] : [md`${DESIGN_PARTS.unsaid}`]),
        join([...points(bad, md`${RECORD.bad}`), ...points(good, md`${RECORD.good}`)], "\n"),
      ]),
      md`## ${DESIGN_PARTS.origin}`,
      ...points(lists.origin),
    ].filter((each) => each !== ""),
    "\n\n",
  )}\n`;
}
