import type { Comparison } from "../../artifacts/comparison.ts";
import type { Design } from "../../artifacts/design.ts";
import { gravestFirst } from "../../artifacts/design.ts";
import type { SharedTopic } from "../../artifacts/points.ts";
import type { Score } from "../../artifacts/score.ts";
import { fold } from "../../text/fold.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { list, score } from "../../text/numbers.ts";

/** Columns of a choice, and of a reason beside others. */
const CHOICE = 160;
const REASON = 200;
/** Lines of each list: of trade-offs and risks of two designs, of risks of each of more, and of disagreements. */
const MAX_LINES = 12;
const MAX_RISKS = 2;
const MAX_DISAGREEMENTS = 5;
/** Share of a criterion's scale from which two scores of one design are worth a word. */
const NOTABLE = 0.1;

/** Two designs' trade-offs, or their risks, that are about one topic: positions in their lists. */
export type Aligned = { tradeoffs: readonly SharedTopic[]; risks: readonly SharedTopic[] };

/** What two designs decided, the same topic otherwise first; then what one alone decided. Designs go by their letters. */
export function tradeoffLines(first: Design, second: Design, { tradeoffs: shared }: Aligned): Markdown[] {
  const [a, b] = [inline(first.design_id), inline(second.design_id)];
  const both = shared.flatMap(({ first: at, second: to, same_choice }) => {
    const [own, other] = [first.tradeoffs[at], second.tradeoffs[to]];
    if (!own || !other) return [];
    const topic = inline(own.aspect, CHOICE);
    return same_choice
      ? [md`- **${topic}**: both chose “${inline(own.choice, CHOICE)}”`]
      : [
          md`- **${topic}**: ${a} “${inline(own.choice, CHOICE)}” (${inline(own.rationale, REASON)}); ${b} “${inline(other.choice, CHOICE)}” (${inline(other.rationale, REASON)})`,
        ];
  });
  const alone = [
    ...first.tradeoffs.filter((_, at) => shared.every((one) => one.first !== at)).map((own) => ({ ...own, who: a })),
    ...second.tradeoffs.filter((_, at) => shared.every((one) => one.second !== at)).map((own) => ({ ...own, who: b })),
  ].map(({ aspect, choice, who }) => md`- ${who} alone, **${inline(aspect, CHOICE)}**: “${inline(choice, CHOICE)}”`);
  return listed(md`### Decisions`, [...both, ...alone]);
}

/** The risks that both designs see, with how grave each takes them; then those of one alone, the gravest first. */
export function riskLines(first: Design, second: Design, { risks: shared }: Aligned): Markdown[] {
  const [a, b] = [inline(first.design_id), inline(second.design_id)];
  const both = shared.flatMap(({ first: at, second: to }) => {
    const [own, other] = [first.risks[at], second.risks[to]];
    if (!own || !other) return [];
    const severities =
      own.severity === other.severity ? own.severity : md`${a} ${own.severity}, ${b} ${other.severity}`;
    return isSame(own.description, other.description)
      ? [md`- both (${severities}): “${inline(own.description, CHOICE)}”`]
      : [
          md`- both: ${a} (${own.severity}) “${inline(own.description, CHOICE)}”; ${b} (${other.severity}) “${inline(other.description, CHOICE)}”`,
        ];
  });
  const alone = [
    ...gravestFirst(first.risks.filter((_, at) => shared.every((one) => one.first !== at))).map(riskLine(a)),
    ...gravestFirst(second.risks.filter((_, at) => shared.every((one) => one.second !== at))).map(riskLine(b)),
  ];
  return listed(md`### Risks`, [...both, ...alone]);
}

/** Whether two texts are one but for case, white space and the full stop at the end. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => fold(text).text.replace(/\s+/gu, " ").trim().replace(/\.$/u, ""));
  return a === b;
}

/** The gravest risks of each of many designs; one that several name in the same words stands once. */
export function gravestRisks(designs: readonly Design[]): Markdown[] {
  const lines = new Map<Markdown, Markdown[]>();
  for (const { design_id, risks } of designs) {
    for (const risk of gravestFirst(risks).slice(0, MAX_RISKS)) {
      const text = riskText(risk);
      lines.set(text, [...(lines.get(text) ?? []), inline(design_id)]);
    }
  }
  const shown = [...lines].map(([text, who]) => md`- ${list(who)} ${text}`);
  return listed(md`### Gravest risks`, shown, designs.length * MAX_RISKS);
}

function riskLine(who: Markdown): (risk: Design["risks"][number]) => Markdown {
  return (risk) => md`- ${who} ${riskText(risk)}`;
}

function riskText({ severity, description, mitigation }: Design["risks"][number]): Markdown {
  const against = mitigation ? md` (mitigation: ${inline(mitigation, REASON)})` : md``;
  return md`(${severity}) “${inline(description, CHOICE)}”${against}`;
}

/** Where two reviewers lie furthest apart, with the reason of each. `scores` under the same names as the comparison. */
export function disagreementLines({ disagreements }: Comparison, scores: readonly Score[]): Markdown[] {
  const notable = disagreements.filter(({ range }) => range >= NOTABLE);
  const lines = notable.slice(0, MAX_DISAGREEMENTS).map(({ design_id, criterion, lowest, highest }) => {
    const side = ({ reviewer_id, score: given }: typeof lowest): Markdown => {
      const cell = scores.find((one) => one.design_id === design_id && one.reviewer_id === reviewer_id);
      const reason = cell?.rationales[criterion];
      return md`  - ${inline(reviewer_id)} ${score(given)}${reason ? md`: “${inline(reason, REASON)}”` : md``}`;
    };
    return md`- **${inline(criterion)}** of ${inline(design_id)}\n${side(lowest)}\n${side(highest)}`;
  });
  return listed(md`### Where the reviewers disagree most`, lines);
}

function listed(title: Markdown, lines: readonly Markdown[], most = MAX_LINES): Markdown[] {
  if (lines.length === 0) return [];
  const left = lines.length > most ? [md`- and ${lines.length - most} more in designs/`] : [];
  return [title, join([...lines.slice(0, most), ...left], "\n")];
}
