import type { Ballot } from "../../artifacts/ballot.ts";
import type { Spent } from "../../artifacts/cost.ts";
import { authorOf, type Design, type DesignBody, type Flag } from "../../artifacts/design.ts";
import { isDocument } from "../../artifacts/model.ts";
import type { Names } from "../../artifacts/names.ts";
import { secondsOf } from "../../artifacts/provenance.ts";
import { triedSaid, WORDS_OF_DOCUMENT, WRITTEN_BY_MODELS, writtenSaid } from "../../story/amounts.ts";
import { type Sentence, together } from "../../story/sentence.ts";
import { bulleted, indented, isLong, kept } from "../../text/kept-markdown.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { called, drawn } from "./drawn.ts";
import { flagLines } from "./lines.ts";

/** Stands before what models wrote: the reader may be an agent that has tools. */
export const BY_MODELS = drawn(WRITTEN_BY_MODELS);

/** The same of a design; one that joined as a document has that one's words. */
export const byWhom = ({ generating_model }: Pick<Design, "generating_model">): Markdown =>
  isDocument(generating_model) ? drawn(WORDS_OF_DOCUMENT) : BY_MODELS;

/** `flags` are its own and what reviewers quoted, `lost` is what sessions took that did not write it. */
type AroundDesign = { flags: readonly Flag[]; standing: Sentence | null; lost: Spent | null };

/**
 * A whole design for reading, by its letter: where it stands in a ranking, if in any, and that models wrote what follows.
 * Its own Markdown stays, below our headings.
 */
export function designText(
  design: Design,
  names: Names,
  { flags = design.flags, standing = null, lost = null }: Partial<AroundDesign>,
): Markdown {
  return join(
    [
      md`## ${inline(design.title)}`,
      md`Design ${called(design.design_id, false, names)} by ${inline(authorOf(design))}.${standing === null ? md`` : md` ${drawn(standing)}`}`,
      byWhom(design),
      ...flagLines(flags, names),
      bodyText(design),
      drawn(
        together(
          [writtenSaid(design.provenance, secondsOf(design.provenance), lost), triedSaid(design.provenance)],
          " ",
        ),
      ),
    ],
    "\n\n",
  );
}

/** All that a design says below its title. */
export function bodyText(design: DesignBody): Markdown {
  const { summary, assumptions, architecture_overview, components, connections = [] } = design;
  const { data_flow, tradeoffs, risks, open_questions } = design;
  return join(
    [
      kept(summary),
      ...listed("Assumptions", assumptions),
      md`### Architecture`,
      kept(architecture_overview),
      md`### Components`,
      linesOrNone(
        components.map(({ name, description, responsibilities, interfaces = [] }) => {
          return item(md`**${inline(name)}**`, description, ["Does", responsibilities], ["Interfaces", interfaces]);
        }),
      ),
      ...(connections.length > 0
        ? [
            md`### Connections`,
            linesOrNone(
              connections.map(({ from, to, what }) => item(md`**${inline(from)}** → **${inline(to)}**`, what)),
            ),
          ]
        : []),
      md`### Data flow`,
      kept(data_flow),
      md`### Tradeoffs`,
      linesOrNone(
        tradeoffs.map(({ aspect, choice, rationale, alternatives }) => {
          return item(md`**${inline(aspect)}**`, choice, ["Why", [rationale]], ["Instead of", alternatives]);
        }),
      ),
      md`### Risks`,
      linesOrNone(
        risks.map(({ description, severity, mitigation }) => {
          return item(md`**${severity}**`, description, ["Mitigation", mitigation ? [mitigation] : []]);
        }),
      ),
      ...listed("Open questions", open_questions),
      ...(design.additional_notes ? [md`### Notes`, kept(design.additional_notes)] : []),
    ],
    "\n\n",
  );
}

type Lists = readonly (readonly [
  name: "Does" | "Interfaces" | "Why" | "Instead of" | "Mitigation",
  items: readonly string[],
])[];

/** An item of a list: a name, a text and lists with names of their own. */
function item(name: Markdown, text: string, ...lists: Lists): Markdown {
  const named = lists.filter(([, items]) => items.length > 0);
  if (![text, ...named.flatMap(([, items]) => items)].some(isLong)) return md`- ${name}: ${sentencesOf(text, named)}`;
  const parts = named.map(([title, items]) =>
    items.some(isLong) ? join([md`${title}:`, ...items.map((each) => kept(each))], "\n\n") : sentenceOf(title, items),
  );
  return join([md`- ${name}:`, ...[kept(text), ...parts].map(indented)], "\n\n");
}

/** A text and then "Name: a; b." for each list, every part ended as a sentence. */
function sentencesOf(text: string, named: Lists): Markdown {
  return join([md`${inline(text)}.`, ...named.map(([name, items]) => sentenceOf(name, items))], " ");
}

function sentenceOf(name: Lists[number][0], items: readonly string[]): Markdown {
  const listed = items.map((one) => inline(one.trim().replace(/[.;]$/u, "")));
  return md`${name}: ${join(listed, "; ")}.`;
}

function linesOrNone(lines: readonly Markdown[]): Markdown {
  return lines.length > 0 ? join(lines, "\n") : md`None.`;
}

function listed(title: "Assumptions" | "Open questions", items: readonly string[]): Markdown[] {
  return items.length > 0
    ? [
        md`### ${title}`,
        join(
          items.map((one) => (isLong(one) ? bulleted(kept(one)) : md`- ${inline(one)}`)),
          "\n",
        ),
      ]
    : [];
}

/** A design for reading by whoever judges it: what it says, and not whose it is. */
export function blindText({ letter, body }: Ballot["designs"][number]): Markdown {
  return join([md`# ${inline(letter)}: ${inline(body.title)}`, BY_MODELS, bodyText(body)], "\n\n");
}
