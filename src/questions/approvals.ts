import { Type } from "@sinclair/typebox";
import { letterOf } from "../artifacts/names.ts";
import { kept } from "../text/kept-markdown.ts";
import { block, inline, join, type Markdown, md } from "../text/markdown.ts";
import { count } from "../text/numbers.ts";
import { MAX_WORDS } from "./limits.ts";
import { ID, Id, keyOf, named, unknown } from "./options.ts";
import { closed, Feedback, freeText, line, needs, needsNot, type Reading, type Refusal, row, took } from "./row.ts";

const Decision = <D extends string>(decisions: readonly D[]) => Type.Union(decisions.map((each) => Type.Literal(each)));

const USUAL = {
  approve: ["approve", "approved", "yes", "y", "ok", "okay", "lgtm"],
  reject: ["reject", "rejected", "no", "n"],
  revise: ["revise", "change"],
  edit: ["edit", "edited"],
} as const;

type Said<D> = { decision: D; rest: string };

/**
 * A decision's word and what stands after it, behind a sign or "because": "approve if …" is no approval.
 */
function decided<D extends keyof typeof USUAL>(typed: string, decisions: readonly D[]): Said<D> | Refusal {
  const needed = decisions.map((each) => (each === "approve" ? each : `"${each}: …"`)).join(" or ");
  const start = typed.trimStart();
  const head = /^\p{L}{1,12}/u.exec(start)?.[0] ?? "";
  const decision = decisions.find((each) => (USUAL[each] as readonly string[]).includes(head.toLowerCase()));
  const rest = start.slice(head.length).trimEnd();
  const separator = SEPARATOR.exec(rest)?.[0];
  if (decision === undefined || separator === undefined) return needs(needed, typed);
  return { decision, rest: rest.slice(separator.length) };
}

/** What stands behind it keeps its first sign and its indent: it may be a text in Markdown. */
const SEPARATOR =
  /^(?:$|[\t ]{0,9}(?:[:,;.!\uff1a\uff0c]{1,3}|[\u2013\u2014-](?=\s)|(?=\n)|(?<=\s)(?=because\s))[\t ]{0,9}\n?)/iu;

const isRefusal = (said: Said<string> | Refusal): said is Refusal => "needed" in said;

const Document = (description: string) => Type.String({ maxLength: MAX_WORDS, description });
const saidOf = (feedback: string | undefined): Markdown =>
  feedback === undefined ? md`` : md`: ${inline(feedback, 200)}`;

const DIFF = ["approve", "reject", "edit"] as const;
const DONE = {
  approve: "You approved it",
  reject: "You rejected it",
  revise: "You want it changed",
  edit: "You changed it",
} as const;

export const showDiff = row({
  summary: "whether a change is taken, shown before and after",
  fields: {
    before: Document("As it is"),
    after: Document("As it would be"),
    language: Type.Optional(Type.String({ pattern: "^[\\w+#.-]{1,40}$", description: "As a code fence names it" })),
  },
  answer: closed({
    decision: Decision(DIFF),
    edited: Type.Optional(freeText("The text in place of `after`, beside edit alone")),
    feedback: Feedback,
  }),
  wrong: ({ before, after }) => (before === after ? needs("another text than before", after, ["after"]) : null),
  refuses(_, { decision, edited }) {
    if (decision === "edit") return edited === undefined ? needs("the text as it should be", edited, ["edited"]) : null;
    return edited === undefined ? null : needs(`absent beside ${decision}`, edited, ["edited"]);
  },
  text: ({ before, after, language = "" }) =>
    md`Before:\n\n${block(before, language)}\n\nAfter:\n\n${block(after, language)}\n\nAnswer with “approve”, “reject: why” or “edit: the text as it should be”.`,
  read(_, typed): Reading<{ decision: (typeof DIFF)[number]; edited?: string; feedback?: string }> {
    const said = decided(typed, DIFF);
    if (isRefusal(said)) return said;
    const { decision, rest } = said;
    if (rest === "") return took({ decision });
    return took({ decision, ...(decision === "edit" ? { edited: rest } : { feedback: rest }) });
  },
  understood: (_, { decision, feedback }) => md`${DONE[decision]}${saidOf(feedback)}.`,
});

const PLAN = ["approve", "reject", "revise"] as const;

export const showPlan = row({
  summary: "whether a document of several sections is approved, with remarks on each",
  fields: {
    sections: Type.Array(closed({ id: Id, title: line("Its heading"), markdown: Document("Its text") }), {
      minItems: 1,
      maxItems: 200,
      description: "In the order in which they are read",
    }),
  },
  answer: closed({
    decision: Decision(PLAN),
    annotations: Type.Record(Type.String({ pattern: ID }), freeText("A remark"), {
      additionalProperties: false,
      description: "Remarks by the id of their section",
    }),
    feedback: Feedback,
  }),
  wrong({ sections }) {
    const ids = sections.map(({ id }) => id);
    const at = ids.findIndex((id, place) => ids.indexOf(id) < place);
    return at < 0 ? null : needs("another than an earlier section's", ids[at], ["sections", at, "id"]);
  },
  refuses({ sections }, { decision, annotations, feedback }) {
    const remarked = Object.keys(annotations);
    const silent = decision === "revise" && feedback === undefined && remarked.length === 0;
    if (silent) return needs("words on what is to change", feedback, ["feedback"]);
    return unknown(sections, remarked, (at) => ["annotations", remarked[at] ?? ""], "a section");
  },
  text: ({ sections }) =>
    md`${join(
      sections.map(
        ({ title, markdown }, at) =>
          md`**${inline(letterOf(at).toLowerCase())} ${inline(title)}**\n\n${kept(markdown, { ours: true })}`,
      ),
      "\n\n",
    )}\n\nAnswer with “approve”, “reject: why” or “revise: what is to change”; a line “b: …” below is a remark on section b.`,
  read(
    { sections },
    typed,
  ): Reading<{ decision: (typeof PLAN)[number]; annotations: Record<string, string>; feedback?: string }> {
    const said = decided(typed, PLAN);
    if (isRefusal(said)) return said;
    const places = new Map<string, string>();
    for (const [at, { id, title }] of sections.entries()) {
      for (const name of [letterOf(at).toLowerCase(), String(at + 1), keyOf(title), keyOf(id)]) {
        if (!places.has(name)) places.set(name, id);
      }
    }
    const remarks = new Map<string, string>();
    const rest: string[] = [];
    for (const each of said.rest.split("\n")) {
      const at = each.slice(0, MAX_TITLE).search(/[:\uff1a]/u);
      const id = at < 0 ? undefined : places.get(keyOf(each.slice(0, at)));
      const remark = each.slice(at + 1).trim();
      if (id === undefined || remark === "") rest.push(each);
      else remarks.set(id, remarks.has(id) ? `${remarks.get(id)}\n${remark}` : remark);
    }
    const feedback = rest.join("\n").trim();
    const annotations = Object.fromEntries(remarks);
    return took({ decision: said.decision, annotations, ...(feedback !== "" && { feedback }) });
  },
  understood({ sections }, { decision, annotations, feedback }) {
    const on = sections.filter(({ id }) => Object.hasOwn(annotations, id)).map(({ title }) => title);
    return md`${DONE[decision]}${saidOf(feedback)}${on.length === 0 ? "" : md`, with ${count(on.length, "remark")} on ${inline(named(on))}`}.`;
  },
});

const MAX_TITLE = 520;

const SECTION = ["approve", "revise"] as const;

export const reviewSection = row({
  summary: "whether one section is good as it is",
  fields: { title: line("Its heading"), markdown: Document("Its text") },
  answer: closed({ decision: Decision(SECTION), feedback: Feedback }),
  refuses: (_, { decision, feedback }) =>
    decision === "revise" && feedback === undefined
      ? needs("words on what is to change", feedback, ["feedback"])
      : null,
  text: ({ title, markdown }) =>
    md`**${inline(title)}**\n\n${kept(markdown, { ours: true })}\n\nAnswer with “approve” or “revise: what is to change”.`,
  read(_, typed): Reading<{ decision: (typeof SECTION)[number]; feedback?: string }> {
    const said = decided(typed, SECTION);
    if (isRefusal(said)) return said;
    if (said.decision === "revise" && said.rest === "")
      return needsNot("words on what is to change after revise:", "none");
    return took({ decision: said.decision, ...(said.rest !== "" && { feedback: said.rest }) });
  },
  understood: (_, { decision, feedback }) => md`${DONE[decision]}${saidOf(feedback)}.`,
});
