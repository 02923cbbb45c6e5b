import type { Language, LanguageName } from "./syntax/languages.ts";
import { type Added, addedTo, allIn, type Parsed, type Piece, partOf } from "./syntax/piece.ts";
import { TEST_SHAPES } from "./test-shapes.ts";

/**
 * Whether nothing changed but that declarations went which no other file can name, which nothing that stays names, and
 * which hold no test, assertion or check.
 */
export function removesDeadCode(path: string, { name }: Language, before: Parsed, after: Parsed): boolean {
  if (name === "ruby" || (name !== "rust" && TEST_SHAPES[name].files.test(path))) return false;
  const gone = addedTo(after.root, before.root);
  if (gone === null || gone.length === 0) return false;
  const declared = gone.map((each) => declaredIn(name, each));
  const leaves = [...allIn(after.root)].filter(({ text }) => text !== null);
  return declared.every((own) => own !== null && own !== "" && !leaves.some((each) => names(each, own)));
}

/** Whether a piece of what stays is that name; a text, and a sign that the grammar has no name for, may only hold it. */
function names({ name, text }: Piece, own: string): boolean {
  return text === own || (/^$|String|Char|Rune|RegExp|Text|Comment/u.test(name) && (text ?? "").includes(own));
}

/** The name of a declaration that is its file's alone; null where it may be more than that, or holds a check. */
function declaredIn(language: LanguageName, { piece, within }: Added): string | null {
  if ([...allIn(piece)].some(isCheck)) return null;
  return DECLARED[language]?.(piece, within) ?? null;
}

const CHECKS =
  /^(?:If|Throw|Raise|Assert|Try|Match|Switch|TypeSwitch|Select|Conditional|Ternary|Decorat|Attribute|Comment)/u;
const CHECKING = /^(?:assert|expect|panic|fail|require|verify)/iu;
/** Macros of Rust that only make a text. */
const TELLING = /^(?:format|vec|e?print(?:ln)?|write(?:ln)?)$/u;

function isCheck({ name, text, parts }: Piece): boolean {
  if (name === "MacroInvocation") return !TELLING.test(parts[0]?.text ?? "");
  return CHECKS.test(name) || (text !== null && !/String/u.test(name) && CHECKING.test(text));
}

const named = (piece: Piece, name: string): string | null => partOf(piece, name)?.text ?? null;
const has = (piece: Piece | undefined, word: string): boolean =>
  piece?.parts.some(({ text }) => text === word) ?? false;
const are = (pieces: readonly Piece[], ...names: readonly string[]): boolean =>
  pieces.every(({ name }) => names.includes(name));

/** Whether to make the value does nothing. */
const isStill = (piece: Piece): boolean =>
  ![...allIn(piece)].some(({ name }) =>
    /Call|New|Await|Yield|Tagged|Assign|Update|Invocation|Creation|Unary|Class|Spread|TemplateString/u.test(name),
  );

/** Methods that the language or a library calls without that anybody names them. */
const CALLED_JS = /^(?:constructor|toJSON|toString|valueOf|then|ng[A-Z]\w*)$/u;
/** Names that the language has itself: where a declaration of one goes, they mean something still. */
const OWN_GO =
  /^(?:append|cap|clear|close|complex|copy|delete|imag|len|make|max|min|new|panic|print|println|real|recover)$/u;

const DECLARED: Partial<Record<LanguageName, (piece: Piece, within: readonly Piece[]) => string | null>> = {
  js(piece, within) {
    // Without an import or an export, what a file declares is everybody's.
    if (!within[0]?.parts.some(({ name }) => /^(?:Import|Export)Declaration$/u.test(name))) return null;
    if (piece.name === "FunctionDeclaration") return named(piece, "VariableDefinition");
    const still =
      piece.parts.slice(3).every(isStill) && piece.parts.filter(({ name }) => name === "Equals").length === 1;
    if (piece.name === "VariableDeclaration" && still) return named(piece, "VariableDefinition");
    const own = piece.name === "MethodDeclaration" && !/^(?:get|set|static)$/u.test(piece.parts[1]?.text ?? "");
    const name = own && partOf(piece, "Privacy")?.text === "private" ? named(piece, "PropertyDefinition") : null;
    return name !== null && CALLED_JS.test(name) ? null : name;
  },
  python(piece, within) {
    const plain = within.every(({ name, parts }) => {
      return (
        /^(?:Script|Body)$/u.test(name) ||
        (name === "ClassDefinition" && !parts.some((part) => part.name === "ArgList"))
      );
    });
    const name = piece.name === "FunctionDefinition" && plain ? named(piece, "VariableName") : null;
    return name !== null && /^_(?!_).*[^_]$/u.test(name) ? name : null;
  },
  go(piece, within) {
    const name =
      piece.name === "FunctionDecl" && partOf(piece, "Block") && within.length === 1 ? named(piece, "DefName") : null;
    return name !== null && /^[a-z]/u.test(name) && name !== "main" && name !== "init" && !OWN_GO.test(name)
      ? name
      : null;
  },
  rust(piece, within) {
    const plain = within.every((each) => {
      if (each.name === "ImplItem") return !has(each, "for");
      return ["SourceFile", "ModItem", "DeclarationList"].includes(each.name);
    });
    const own = piece.name === "FunctionItem" && plain && partOf(piece, "Vis", "extern") === undefined;
    const name = own ? named(piece, "BoundIdentifier") : null;
    return name === "main" ? null : name;
  },
  java(piece, within) {
    const modifiers = partOf(piece, "Modifiers");
    const bare = modifiers?.parts.every(({ name }) => !name.endsWith("Annotation")) ?? false;
    if (!bare || !has(modifiers, "private") || !are(within, "Program", "ClassDeclaration", "ClassBody")) return null;
    const name = piece.name === "MethodDeclaration" ? named(piece, "Definition") : null;
    return name !== null && /^(?:read|write)(?:Object|Resolve|Replace)/u.test(name) ? null : name;
  },
};
