import { foldSource } from "../text/fold.ts";
import { patternOf } from "../text/pattern.ts";
import { type HeadKind, SERIES } from "./head-keys.ts";
import { readPeople } from "./people.ts";

const list = (text: string): string =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join("|");

/** Words for the state of a document that mean little else. */
const STATUS = list(`
  draft|proposed|accepted|approved|rejected|declined|deprecated|superseded|final|finalised|finalized|ratified|implemented
  implementable|in review|under review|ready for review|in discussion|under discussion|work in progress|wip|adopted
  provisional|withdrawn|agreed|signed off|deferred|postponed|obsolete|returned for revision
  angenommen|akzeptiert|genehmigt|freigegeben|entwurf|vorgeschlagen|abgelehnt|in prüfung|ersetzt|veraltet
  accepté|acceptée|approuvé|approuvée|proposé|proposée|brouillon|rejeté|rejetée|aceptado|aceptada|aprobado|aprobada|borrador
  propuesto|propuesta|rechazado|accettato|accettata|approvato|approvata|bozza|proposto|proposta|rifiutato|aceito|aprovado
  rascunho|принято|утверждено|одобрено|черновик|предложено|отклонено
  承認済み?|承認|草案|下書き|レビュー中|採択|提案|已批准|已接受|草稿|已通过|승인됨?|초안|제안`);
const LINK_START =
  "(?:https?://|<https?://|\\[[^\\]\\n]{1,200}\\]\\(|`[^`\\n]{1,200}<https?://|[\\w.-]{1,40}(?:/[\\w.-]{1,40})?#\\d|#\\d)";
/** A word for a month in any language: letters between the day and the year. */
const MONTH = "[\\p{L}]{3,10}\\.?";
const DAY = `(?:\\d{4}[-/.年년] ?\\d{1,2}(?:[-/.月월] ?\\d{1,2}[日일]?)?|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}[- ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[- ]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|\\.)? (?:de |of )?${MONTH},? (?:de )?\\d{4}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|${MONTH} \\d{4}|[12]\\d{3}[01]\\d[0-3]\\d\\b)`;
const built = (source: string, flags = "u"): RegExp => patternOf(foldSource(source), flags);
const DATE_VALUE = built(`^(?:[("]{0,2}[a-z ]{0,60},? )?[(<"\`]{0,2}${DAY}`);
const PURE_DATE = built(`^[(<"\`]{0,2}${DAY}[^\\n]{0,600}$`);
const AFTER =
  "(?:[.)]?$|[,;.] ?(?:\\d|supersed|replac|see |by |on )[^\\n]{0,300}$|[ ]?(?:by|on|at|in|as of|since|am|von|le|par|el|por|--?|\\(|;|<)[^\\n]{0,300}$)";
const STATUS_VALUE = built(`^(?:\\W{0,4})(?:${STATUS})${AFTER}`);
const VERSION_VALUE = built(`^v?\\d{1,4}(?:\\.\\d{1,4}){0,3}[ ]?[(\\[-]{0,2}[ ]?(?:${STATUS})`);
const NUMBER_VALUE = built(`^(?:\\[?)#?(?:(?:${SERIES})[- ]?)?\\d{1,6}(?:\\]\\([^)\\n]{1,200}\\))?$`);
const DOCUMENT_NUMBER = built(`\\b(?:${SERIES})[- ]?\\d{1,5}\\b`);
const LINK_VALUE = built(`^[(<]{0,2}${LINK_START}`);
const NOTHING = built(
  "^(?:n/?a|none|tbd|todo|--?|\\(leave this empty\\)|\\(fill me in[^\\n]{0,100}|not applicable|keine?r?|null|~)?$",
);

/** How sure it is that a value belongs to a head: by itself, beside a line that is sure, or not at all. */
export type Weight = "sure" | "beside" | "none";

/** `folded` as it is matched, `written` as it stands. */
export function weigh(kind: HeadKind, folded: string, written: string): Weight {
  const beside = written.length <= MAX_BESIDE ? "beside" : "none";
  if (NOTHING.test(folded)) return "beside";
  switch (kind) {
    case "author":
    case "person":
    case "group":
      return readPeople(written).pure ? "sure" : beside;
    case "status":
      return STATUS_VALUE.test(folded) ? "sure" : beside;
    case "date":
      return DATE_VALUE.test(folded) ? "sure" : beside;
    case "version":
      return VERSION_VALUE.test(folded) ? "sure" : beside;
    case "number":
      return NUMBER_VALUE.test(folded) ? "sure" : beside;
    case "link":
      return LINK_VALUE.test(folded) || DOCUMENT_NUMBER.test(folded) || PURE_DATE.test(folded) ? "sure" : beside;
    case "reference":
      return LINK_VALUE.test(folded) ? "beside" : "none";
    case "plain":
      return "none";
  }
}

/** Characters of a value that is no such value by itself. */
const MAX_BESIDE = 160;

/** A status at the end of a title or in brackets, for phrases. */
export const STATUS_WORDS = STATUS;

/** Whether a text begins with a day. */
export const looksLikeDate = (folded: string): boolean => PURE_DATE.test(folded);

/** A day anywhere in a text as it is folded. */
export const DAYS = built(DAY, "gu");
