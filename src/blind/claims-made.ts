import { type Claim, DOCUMENT, END, OPEN } from "./claim.ts";

/**
 * Who a text was made by: a verb of making a text, whatever is said beside it of whom it is for, how and when, and the
 * name that "by" leads to. Beside the verb stands nothing that could be another thing or another deed, so that "Prepared
 * for you, with care, by Gemini" claims and "Designed for orders that are sent by Gemini" does not.
 */
type Language = {
  /** Participles of making a text; endings are its own. */
  made: string;
  /** What is said of whom it is for, how and when. */
  aside: string;
  by: string;
  /** What was made, with the verb that may stand between. */
  document: string;
  /** Before a name: "the model", "trained by". */
  kind: string;
};

/** Other European languages, of which many put the verb behind the name. */
const LANGUAGES: readonly Language[] = [
  {
    made: "(?:(?:vor|zu|auf|ein)?bereitet|(?:zusammen|her|vor)gestellt|(?:aus|er|be)(?:ge)?arbeitet|auf(?:ge)?setzt|erstellt|geschrieben|entworfen|generiert|verfasst|formuliert|konzipiert|angefertigt|gestaltet|ausgedacht|trainiert|entwickelt)",
    aside:
      "(?:f\u00FCr (?:sie|dich|euch|alle|(?:ihr|dein|euer|unser|das)(?:e|en|es)? \\w{1,20})|mit (?:viel |gro\u00DFer )?(?:liebe|sorgfalt|hingabe|freude|herzblut|bedacht)|heute|gemeinsam|liebevoll|sorgf\u00E4ltig|speziell|eigens|extra|pers\u00F6nlich|vollst\u00E4ndig|komplett|im auftrag (?:von|des|der) \\w{1,20})",
    by: "(?:von|durch|mit)",
    document:
      "(?:entwurf|text|dokument|vorschlag|konzept|architektur|antwort|l\u00F6sung|bericht)(?: (?:wurde|ist|worden))?",
    kind: "(?:(?:einem|dem|der) )?(?:(?:gro\u00DFen )?(?:sprachmodell|modell|ki|assistenten?)[, ]{1,2}){0,2}(?:von )?",
  },
  {
    made: "(?:preparad|elaborad|redactad|generad|cread|dise\u00F1ad|propuest|compuest|realizad|concebid|idead|entrenad|desarrollad|escrit|hech)[oa]s?",
    aside:
      "(?:para (?:ti|usted(?:es)?|vosotros|todos|(?:el|la|su|tu|vuestro) \\w{1,20})|con (?:mucho |todo )?(?:cari\u00F1o|cuidado|amor|esmero|ilusi\u00F3n)|especialmente|hoy|en nombre de \\w{1,20})",
    by: "(?:por|con)",
    document: "(?:dise\u00F1o|propuesta|documento|texto|respuesta|soluci\u00F3n|arquitectura)(?: (?:fue|ha sido|es))?",
    kind: "(?:(?:el|la|un|una) )?(?:modelo |asistente |ia )?(?:de )?",
  },
  {
    made: "(?:prepar\u00E9|r\u00E9dig\u00E9|\u00E9labor\u00E9|g\u00E9n\u00E9r\u00E9|cr\u00E9\u00E9|propos\u00E9|compos\u00E9|r\u00E9alis\u00E9|entra\u00EEn\u00E9|d\u00E9velopp\u00E9|\u00E9crit|con\u00E7u|fait|offert)e?s?",
    aside:
      "(?:pour (?:vous|toi|tous|(?:votre|ton|notre|la|le) \\w{1,20}|l'\u00E9quipe)|avec (?:beaucoup d[e'] ?)?(?:soin|amour|passion|plaisir|attention)|sp\u00E9cialement|aujourd'hui|au nom de \\w{1,20})",
    by: "(?:par|avec)",
    document:
      "(?:conception|proposition|document|texte|projet|r\u00E9ponse|solution|architecture)(?: (?:a \u00E9t\u00E9|est|fut))?",
    kind: "(?:(?:le|la|un|une) )?(?:mod\u00E8le |assistant |ia )?(?:de )?",
  },
  {
    made: "(?:preparat|redatt|elaborat|scritt|generat|creat|progettat|propost|compost|realizzat|addestrat|sviluppat|fatt)[oaei]",
    aside:
      "(?:per (?:voi|te|lei|tutti|(?:il|la) (?:vostr|tu|su)[oa] \\w{1,20})|con (?:cura|amore|passione|piacere)|appositamente|oggi|a nome di \\w{1,20})",
    by: "(?:da|dal|con)",
    document: "(?:progetto|proposta|documento|testo|risposta|soluzione|architettura)(?: (?:\u00E8 stat[oa]|\u00E8))?",
    kind: "(?:(?:il|la|un|una) )?(?:modello |assistente |ia )?(?:di )?",
  },
  {
    made: "(?:preparad|elaborad|redigid|escrit|gerad|criad|desenhad|projetad|propost|compost|desenvolvid|concebid|idealizad|treinad|feit)[oa]s?",
    aside:
      "(?:para (?:voc\u00EA|voc\u00EAs|ti|si|todos|(?:a|o|sua|seu) \\w{1,20})|com (?:muito )?(?:carinho|cuidado|amor)|especialmente|hoje|em nome de \\w{1,20})",
    by: "(?:por|pelo|pela|com)",
    document: "(?:projeto|proposta|documento|texto|resposta|solu\u00E7\u00E3o|arquitetura)(?: (?:foi|\u00E9))?",
    kind: "(?:(?:o|a|um|uma) )?(?:modelo |assistente |ia )?(?:de )?",
  },
  {
    made: "(?:gemaakt|opgesteld|geschreven|voorbereid|ontworpen|samengesteld|gegenereerd|opgemaakt|uitgewerkt|getraind|ontwikkeld)",
    aside:
      "(?:voor (?:u|jou|jullie|iedereen|(?:het|uw|jouw|ons) \\w{1,20})|met (?:veel )?(?:zorg|liefde|plezier|aandacht)|speciaal|vandaag|namens \\w{1,20})",
    by: "(?:door|met)",
    document: "(?:ontwerp|voorstel|document|tekst|antwoord|oplossing|architectuur)(?: (?:is|werd))?",
    kind: "(?:(?:het|de|een) )?(?:taalmodel |model |assistent )?(?:van )?",
  },
  {
    made: "(?:przygotowan|opracowan|napisan|stworzon|zaprojektowan|wygenerowan|sporz\u0105dzon|u\u0142o\u017Con|wykonan)[eyoa]",
    aside:
      "(?:dla (?:ciebie|was|pana|pani|pa\u0144stwa|wszystkich|zespo\u0142u)|z (?:mi\u0142o\u015Bci\u0105|trosk\u0105|dba\u0142o\u015Bci\u0105|pasj\u0105)|specjalnie|dzi\u015B|dzisiaj|w imieniu \\w{1,20})",
    by: "przez",
    document: "(?:projekt|propozycja|dokument|tekst|odpowied\u017A)(?: (?:zosta\u0142[ao]?|jest))?",
    kind: "(?:model |asystenta? )?",
  },
];

/** What any of the languages says; that a text mixes them makes no claim of what is none. */
const inAny = (part: keyof Language): string => `(?:${LANGUAGES.map((language) => language[part]).join("|")})`;
const [ANY_MADE, ANY_ASIDE, ANY_DOCUMENT] = [inAny("made"), inAny("aside"), inAny("document")];
const ANY_BY = `${inAny("by")} ${inAny("kind")}`;
const FOR_WHOM = `(?:${ANY_ASIDE},? ){0,3}`;
const MADE_FOR = `${ANY_MADE}(?:,? ${ANY_ASIDE}){0,3},?`;
/** Behind the name, where a language puts its verb. */
const MADE_LAST = `(?:,? ${ANY_ASIDE}){0,3},? ${ANY_MADE}`;

const IN_OTHER_LANGUAGES: readonly Claim[] = [
  { before: `${OPEN}${FOR_WHOM}${MADE_FOR} ${ANY_BY}` },
  { before: `\\b${MADE_FOR} ${ANY_BY}`, plain: true },
  { before: `\\b${ANY_DOCUMENT} ${FOR_WHOM}${MADE_FOR} ${ANY_BY}` },
  { before: `\\b${ANY_DOCUMENT} ${FOR_WHOM}${ANY_BY}`, after: MADE_LAST },
  { before: `${OPEN}${FOR_WHOM}${ANY_BY}`, after: MADE_LAST },
  { before: `\\b${ANY_DOCUMENT} ${ANY_BY}`, after: END },
  {
    before: `${OPEN}(?:cortes\u00EDa de|gracias a|con la ayuda de|avec l'aide de|offert par|gracieuset\u00E9 de|mit hilfe von|con l'aiuto di|com a ajuda de|met hulp van) `,
    after: "[ ]?(?:[.!)]|\\n|$)",
  },
];

/** Of texts; things are made too, and "React, developed by Meta" is no claim. */
const MADE =
  "(?:(?:hand|ghost|co|custom|tailor)-?)?(?:written|generated|authored|drafted|composed|prepared|produced|penned|crafted|proposed|submitted|designed|created|architected|made|conceived|devised|sketched|put together|(?:drawn|written|thought|dreamt|dreamed|made|cooked) up|(?:worked|thought|laid|written) out|signed off)";
/** What is said of other things too: it needs for whom or how, or ends its line. */
const DONE = "(?:compiled|edited|presented|outlined|arranged|done|finished|brewed)";
/** What says nothing without whom it is for or how. */
const GIVEN = "(?:brought|delivered|served|offered|provided|assembled|arranged|handed|given|dedicated)";
/** Of texts alone, which "this" may be. */
const WRITTEN =
  "(?:(?:hand|ghost|co)-?)?(?:written|authored|drafted|composed|prepared|penned|crafted|put together|drawn up|written up|thought up)";
const PERSON =
  "(?:team|reviewers?|readers?|panel|jury|board|clients?|customers?|company|colleagues?|friends?|task|requests?|project|review|perusal|pleasure|consideration|convenience|benefit|question|brief|organi[sz]ation|occasion)";
const WHOM = `(?:you(?: all)?|us|me|him|her|them|everyone|all|(?:your|our|the|this|these|my)(?: [\\w'-]{1,20}){0,1} ${PERSON})`;
const CARE = "(?:care|love|passion|pride|pleasure|joy|thanks|effort|attention|diligence|skill|thought|precision)";
const DATE = "(?:\\d{1,2} \\w{3,9} \\d{4}|(?:\\w{3,9} )?\\d[\\d./-]{0,9}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\w{3,6}day)";
const ASIDE = `(?:for ${WHOM}|to ${WHOM}|(?:together )?with ${WHOM}|by hand|with (?:[\\w'-]{1,12} ){0,2}${CARE}|on (?:request|your behalf|behalf of(?: (?!by )[\\w'-]{1,20}){1,4}|${DATE})|in (?:full|part|haste|one go|one piece|its entirety|\\d{4})|at your request|from (?:scratch|start to finish)|together|today|tonight|yesterday|overnight|now|here|again|just|\\w{2,12}ly)`;
/** As many as `least` and four at most; behind "and" also another verb: "written and designed". */
const ASIDES = (least: number): string =>
  `(?:,? (?:(?:and )?${ASIDE}|and \\w{3,12}(?: up| out| together)?)){${least},4},?`;
const BEFORE = `(?:(?:\\w{2,12}ly|with ${CARE}|for ${WHOM}|today),? ){0,2}`;
const BY = "(?:by|with(?: the (?:\\w{2,12} )?(?:help|aid|assistance|support) of| help from)?|using|via|through)";
const KIND =
  "(?:none other than |nobody but |yours truly,? |the one and only )?(?:(?:an?|the|your|one|us at|our) )?(?:(?:large|language|llm|ai|model|assistant|chatbot|agent|bot|system|architect|friends?(?: at)?),? ?){0,4}(?:(?:made|trained|created|developed|built|named|called|known as|operated) )?(?:(?:by|from|of|as) )?(?:the |an? )?";
const WAS = "(?:was|is|has been|were|came|comes)";
const PAST =
  "(?:wrote|designed|generated|authored|drafted|produced|created|proposed|prepared|composed|compiled|crafted|penned|conceived|devised)";
const THIS = `(?:it\\b|this(?:(?= (?:for|with|in|on|to|from) )|[ ]?(?:[.,;:!)]|\\n|$)| ${DOCUMENT}\\b)|the (?:above|following|whole|${DOCUMENT})\\b)`;
const WORK = "(?:work|product|creation|brainchild|effort|handiwork)";

const IN_ENGLISH: readonly Claim[] = [
  // "Prepared for you by Gemini", "Carefully crafted with love by Grok", "Brought to you today by Gemini"
  { before: `${OPEN}(?:this )?${BEFORE}(?:${MADE}${ASIDES(0)}|(?:${DONE}|${GIVEN})${ASIDES(1)}) by ${KIND}` },
  { before: `${OPEN}(?:this )?${BEFORE}${DONE} by ${KIND}`, after: `(?: model)?${END}` },
  { before: `\\b(?:(?:${MADE}|${DONE})${ASIDES(0)}|${GIVEN}${ASIDES(1)}) ${BY} ${KIND}`, plain: true },
  { before: `${OPEN}${BEFORE}(?:generated|${WRITTEN})${ASIDES(0)} ${BY} ${KIND}` },
  {
    before: `\\b${DOCUMENT} (?:above |below |here )?(?:${WAS} )?(?:\\w{2,12}ly )?(?:${MADE}|${DONE})${ASIDES(0)} ${BY} ${KIND}`,
  },
  {
    before: `\\b(?:(?:all of )?this|all this|the above|the foregoing|(?:what )?you (?:have |'ve )?(?:just )?read|everything (?:here|above)) (?:was|were|has been) (?:\\w{2,12}ly |all )?(?:${WRITTEN}|compiled)${ASIDES(0)} ${BY} ${KIND}`,
  },
  {
    before: `${OPEN}(?:(?:by |with )?(?:the )?(?:kind )?(?:courtesy|compliments)) (?:of|from) ${KIND}`,
    after: "(?!'s)",
  },
  // "Gemini prepared this for you", "It was Gemini that put this together"
  { after: `(?:,? (?:who|that|which))?(?: (?:has|have|had) ${MADE}| ${PAST}) ${THIS}` },
  { after: `(?:,? (?:who|that|which))?(?: has| have| had)? put (?:it|this|the ${DOCUMENT}) together\\b` },
  { before: `\\bwho ${PAST} (?:it|this|the ${DOCUMENT})[ ]?[:?,-]{1,2}[ ]?(?:it was )?` },
  {
    after:
      " (?:is|was) (?:\\w{2,12} )?(?:happy|pleased|proud|glad|delighted|honou?red) to (?:prepare|present|offer|write|design|propose|draft|serve|help|bring|submit)\\b",
  },
  {
    after:
      ", your (?:[\\w-]{2,12} ){0,2}(?:architect|designer|assistant|author|servant|friend|helper|ai|model|chatbot)\\b",
  },
  // "the work of Gemini", "This was a Claude production", "You have been reading Gemini"
  {
    before: `\\b(?:this|the above|${DOCUMENT}) (?:${DOCUMENT} )?(?:is|was) (?:all |entirely )?the (?:\\w{2,12} )?${WORK} of ${KIND}`,
    after: "(?!'s)",
  },
  { before: `${OPEN}(?:the )?${WORK} of ${KIND}`, after: END },
  { before: `\\b(?:this|${DOCUMENT}) (?:${DOCUMENT} )?(?:is|was) `, after: `'s (?:own )?${WORK}\\b` },
  {
    before: `(?:${OPEN}|\\bthis (?:is|was|has been) )(?:an?|another|one more) `,
    after: " (?:production|original|creation|special|exclusive|masterpiece)(?:[ ]?[.!,)]|\\n|$)",
  },
  {
    before: `\\byou(?:'ve| have| are|'re| were) (?:just )?(?:been )?(?:reading|listening to|talking (?:to|with)|(?:served|advised|helped|assisted) by) ${KIND}`,
    after: "(?!'s)",
  },
  { before: "\\bcredits? (?:goes|go|belongs?|is due) to (?:the )?", after: END },
  { before: "(?:^|[\\n|])[ ]?(?:--?[ ])?(?:credits?|thanks)[ ]?[:|][ ]?", after: END },
];

export const MADE_CLAIMS: readonly Claim[] = [...IN_ENGLISH, ...IN_OTHER_LANGUAGES];
