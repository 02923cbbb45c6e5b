/** Work that a user's own agent does directly: a fix, or a small change in files that are there. */
export type SmallWork = "fix" | "change";

/** Characters of a small change; a report of a bug may be longer. */
const MAX_CHANGE = 300;
const MAX_FIX = 2_000;

/** Imperatives that begin a fix in languages that put blanks between words. */
const FIX_FIRST =
  /^(?:(?:please|can you|could you|bitte|por favor,?|s'il te plaît,?|пожалуйста,?) )?(?:fix|bugfix|hotfix|debug|beheb(?:e|t|en)|fixe|repariere|korrigiere|corrige[rz]?|répare[rz]?|corregir|arregla(?:r)?|corrija|corrigir|conserte|consertar|correggi|correggere|aggiusta|repareer|verhelp|fixa|rätta|åtgärda|napraw|oprav|исправ(?:ь|ьте|ить)|почини(?:те|ть)?|пофикси|поправь|виправ(?:те|ити)?|полагодь|perbaiki|sửa)(?![\p{L}\p{M}-])/iu;
/** The same where the verb stands last. */
const FIX_LAST =
  /(?:beheben|fixen|reparieren|korrigieren|düzelt(?:in)?|(?:修正|修理)(?:して|する|してください)|直して(?:ください)?|(?:고쳐|수정해) ?(?:줘|주세요)?)[.!。！]?$/iu;
/** Verbs that begin a fix only before one of these faults. */
const MENDS =
  /^(?:(?:please|can you|could you|bitte|por favor,?|s'il te plaît,?|пожалуйста,?) )?(?:repair|correct|resolve|patch(?! management)|solve|investigate|track down|find|repara|repare|ripara|soluciona|请?(?:修复|修正|改正|解决))/iu;
const FAULT =
  /(?<!\p{L})(?:bugs?|crash|errors?|exceptions?|regressions?|typos?|leaks?|race conditions?|deadlocks?|segfaults?|off-by-one|failing|fallo|error|errore|erreur|erro)(?!\p{L})|错误|崩溃|报错|異常|异常|失败/iu;
/** What says that something does not work, and what shows that it runs already. */
const BREAKS =
  /(?<!\p{L})(?:crash(?:es|ed)?|throws?|fails?|failed|broken|segfaults?|hangs|(?:does not|doesn't|stopped) work(?:ing)?|returns? (?:the )?wrong)(?!\p{L})/iu;
const EVIDENCE =
  /(?<![\p{L}\d])[A-Z]\w{0,60}(?:Error|Exception)(?!\w)|\bline \d|\w\(\)|\bstack ?trace|\bTraceback\b|\bnpm (?:test|run)\b|\bon CI\b|\bon main\b/u;
/** What is asked for beside a fix, or in its place. */
const ASKS_DESIGN =
  /(?<!\p{L})(?:(?:re)?design|architectures?|options|alternatives|proposals?|approaches|entwurf|architektur|architecture|arquitectura|architettura|arquitetura)(?!\p{L})|архитектур|проект|设计|設計|설계|架构|アーキテクチャ/iu;
/** How a text begins that names a thing to be designed. */
const DESIGN_FIRST =
  /^(?:please )?(?:(?:re)?design|architect|build|create|develop|implement|plan|entwirf|entwerfe|entwickle|baue|conçois|concevoir|diseña|projete|progetta|ontwerp|zaprojektuj|спроектируй|разработай|tasarla|an?|ein(?:e|en)?|une?|una|uma?|een)\s|设计|設計|설계/iu;

/**
 * Whether a text asks for a fix, or for a small change in files that it names, by its words alone. null: neither.
 * @param files Files of the project that the text names with their extension.
 */
export function smallWorkIn(text: string, files: readonly string[]): SmallWork | null {
  const line = text.trim();
  if (ASKS_DESIGN.test(line.slice(0, MAX_FIX))) return null;
  if (line.length <= MAX_FIX && isFix(line, files)) return "fix";
  return line.length <= MAX_CHANGE && files.length > 0 && !DESIGN_FIRST.test(line) ? "change" : null;
}

function isFix(line: string, files: readonly string[]): boolean {
  if (FIX_FIRST.test(line) || FIX_LAST.test(line)) return true;
  const head = line.slice(0, MAX_CHANGE);
  if (MENDS.test(head) && (FAULT.test(head) || files.length > 0)) return true;
  return BREAKS.test(head) && (EVIDENCE.test(line) || files.length > 0) && !DESIGN_FIRST.test(line);
}
