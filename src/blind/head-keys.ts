import { fold, foldSource } from "../text/fold.ts";

/**
 * What stands behind a key of a head. `group`: people or a part of an organisation, whose single words are no names.
 * `reference`: a link that tells which document it is only beside other lines of a head. `plain`: says what the document
 * is about, and stays.
 */
export type HeadKind =
  | "author"
  | "person"
  | "group"
  | "status"
  | "date"
  | "version"
  | "number"
  | "link"
  | "reference"
  | "plain";

const ROWS: readonly (readonly [kind: HeadKind, keys: string])[] = [
  [
    "author",
    "author|authors|author(s)|co-author|co-authors|coauthor|coauthors|lead author|primary author|main author|original author|authored by|written by|drafted by|prepared by|submitted by|proposed by|created by|started by|presented by|proposer|proposers|proposal author|proposal authors|creator|creators|editor|editors|edited by|champion|champions|dri|directly responsible individual|document author|document owner|doc owner|rfc author|rfc authors|pep author|autor|autoren|autorin|autorinnen|verfasser|verfasserin|verfasst von|erstellt von|geschrieben von|auteur|auteurs|autrice|auteure|redige par|ecrit par|autora|autores|autoras|escrito por|autore|autori|autrici|scritto da|автор|авторы|составил|作成者|著者|筆者|執筆者|作者|撰写人|編寫者|编写者|저자|작성자|auteur(s)|forfatter|författare|kirjoittaja|autorzy|yazar",
  ],
  [
    "person",
    "approved by|approved-by|approver|approvers|approver(s)|approval|approvals|prr-approver|prr-approvers|reviewed by|reviewed-by|reviewer|reviewers|reviewer(s)|review manager|review managers|signed off by|signed-off by|signed-off-by|sign-off|sign off|signoff|signatories|accepted by|ratified by|endorsed by|decided by|decision by|decision maker|decision makers|decision-maker|decision-makers|decider|deciders|delegate|bdfl-delegate|pep-delegate|council delegate|sponsor|sponsors|sponsored by|shepherd|shepherds|implementation team|last edited by|last updated by|last modified by|last changed by|last reviewed by|updated by|modified by|revised by|changed by|maintained by|owned by|assignee|assigned to|accountable|freigegeben von|genehmigt von|gepruft von|zuletzt geandert von|letzte anderung von|approuve par|relu par|valide par|aprobado por|revisado por|approvato da|revisto da|утвердил|проверил|承認者|レビュー担当者|レビュアー|审批人|批准人|审阅人|승인자|검토자",
  ],
  [
    "group",
    "owner|owners|owner(s)|owned by team|team|teams|relevant team(s)|consulted|informed|responsible|stakeholder|stakeholders|contributor|contributors|maintainer|maintainers|contact|contacts|contact person|point of contact|participants|attendees|lead|leads|tech lead|technical lead|proposing team|owning-sig|participating-sigs|working group|verantwortlich|ansprechpartner|beteiligte|responsable|責任者|担当者|負責人|负责人|담당자|ответственный",
  ],
  [
    "status",
    "status|state|stage|decision status|document status|proposal status|rfc status|adr status|pep status|approval status|review status|statut|estado|stato|etat|статус|ステータス|状態|状态|상태",
  ],
  [
    "date",
    "date|dates|dated|date(s)|created|created on|created at|created date|creation date|creation-date|start date|start-date|started|started on|post-history|post history|proposed on|submitted|submitted on|date proposed|date submitted|date created|date accepted|date approved|date decided|last update|last updated|last-updated|last_updated|last updated on|last modified|last-modified|last changed|last edited|last reviewed|last review|updated|updated on|modified|published|published on|posted|decided|decided on|decision date|approved on|approval date|accepted on|effective date|release-date|release date|review date|review period|datum|stand|erstellt|erstellt am|geandert|geandert am|letzte anderung|zuletzt geandert|date de creation|date de mise a jour|mise a jour|fecha|fecha de creacion|ultima actualizacion|actualizado|data|data di creazione|aggiornato|ultimo aggiornamento|criado em|atualizado em|дата|дата создания|обновлено|作成日|更新日|最終更新|最終更新日|承認日|日付|日期|创建日期|更新日期|작성일|날짜|수정일",
  ],
  ["version", "version|revision|document version|doc version|バージョン|版本|버전"],
  [
    "number",
    "rfc|adr|pep|kep|rfd|dep|tep|nep|jep|rfc #|rfc number|rfc no|rfc id|adr number|adr id|kep-number|kep number|pep number|proposal|proposal id|proposal number|document number|document id|doc id|number|文書番号|文档编号|문서번호",
  ],
  [
    "link",
    "rfc pr|rfc pr #|rfc prs|pull request|pull requests|pull-request|pr|prs|rust issue|rust issue #|tracking issue|tracking-issue|tracking link|ember issue|implementation pr|implementation prs|resolution|discussions-to|discussion-to|discussion thread|forum thread|decision notes|decision-notes|pitch|pitches|previous proposal|review thread|pre-rfc|internals thread|announcement|supersedes|superseded by|superseded-by|superseded_by|replaces|replaced-by|replaced by|obsoletes|amends|amended by|ersetzt|ersetzt durch|remplace|reemplaza",
  ],
  [
    "reference",
    "issue|issues|discussion|discussions|review|reviews|bug|bugs|ticket|jira|epic|thread|related|related issue|related issues|see-also|see also|enhancement|enhancement issue|implementation|implementations|project-link|meeting|meetings|mailing list|previous revision|previous revisions|vote",
  ],
  [
    "plain",
    "title|name|feature name|feature|topic|topics|type|tags|tag|labels|category|area|areas|component|components|summary|abstract|subject|scope|python-version|content-type|requires|depends on|depends-on|milestone|latest-milestone|feature-gates|release-versions|upcoming feature flag|titel|titre|titulo|titolo|название|タイトル|标题|제목|description|language|keywords|platform|priority",
  ],
];

const KEYS: ReadonlyMap<string, HeadKind> = new Map(
  ROWS.flatMap(([kind, keys]) => keys.split("|").map((key) => [foldSource(key), kind] as const)),
);

/** Keys that a blank parts from their value too: "Written by Ann". */
const OPEN: ReadonlyMap<string, HeadKind> = new Map(
  [...KEYS].filter(([key, kind]) => (kind === "author" || kind === "person") && / (?:by|von|par|por|da)$/u.test(key)),
);

/** Words before an author's name on a line of its own. */
const BYLINE: ReadonlySet<string> = new Set(["by", "von", "par", "por", "di", "door", "av", "от"].map(foldSource));

/** Headings over what happened to a document. */
const HISTORY: ReadonlySet<string> = new Set(
  "implementation history|history|document history|revision history|change history|version history|change log|changelog|timeline of this document|anderungsverlauf|historique|historial|更新履歴|変更履歴|修订记录|변경 이력"
    .split("|")
    .map(foldSource),
);

const folded = (key: string): string =>
  fold(key)
    .text.replace(/\s{1,20}/gu, " ")
    .trim();

/** What stands behind a key; undefined for other words. */
export function findHeadKind(key: string): HeadKind | undefined {
  if (key.length > MAX_KEY) return undefined;
  const name = folded(key);
  return KEYS.get(name) ?? KEYS.get(LAST.exec(name)?.[1] ?? "");
}

/** The last word of a key that says what stands behind it, whatever it is more closely: "Primary reviewers", "Draft PR". */
const LAST =
  /^(?!the |an? |our |its |each |every )[a-z-]{1,20}(?: [a-z-]{1,20})? (prs?|authors?|reviewers?|approvers?)$/u;

/** The kind of a key that needs no sign behind it, and how much of a line it takes. */
export function openKey(line: string): { kind: HeadKind; length: number; byline: boolean } | null {
  let length = 0;
  let best: ReturnType<typeof openKey> = null;
  for (let words = 0; words < MAX_WORDS; words++) {
    const next = /^\s{0,4}[^\s:：|]{1,20}(?=\s)/u.exec(line.slice(length, length + 30))?.[0];
    if (next === undefined) break;
    length += next.length;
    const key = folded(line.slice(0, length));
    const kind = OPEN.get(key);
    if (kind !== undefined) best = { kind, length, byline: false };
    else if (words === 0 && BYLINE.has(key)) best = { kind: "author", length, byline: true };
  }
  return best;
}

export const isHistory = (heading: string): boolean => heading.length <= MAX_KEY && HISTORY.has(folded(heading));

/** Short names of series of documents, as a pattern. */
export const SERIES = "rfc|adr|pep|kep|rfd|dep|tep|nep|jep|sep|se";

/** Characters and words of a key at most. */
const [MAX_KEY, MAX_WORDS] = [40, 4];
