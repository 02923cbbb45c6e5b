import { allIn, leaf, type Numbers, node, type Piece } from "./syntax/piece.ts";

/** What makes code of a type, or code by its types. */
const RUNS = /^(?:EnumDeclaration|NamespaceDeclaration|Decorator)$/u;
const PARAMETER = /^(?:Privacy|readonly|override)$/u;

/** The piece as it is left when types are taken out; null where there is more to them than that. */
export function withoutTypes(root: Piece, numbers: Numbers): Piece | null {
  const runs = [...allIn(root)].some(({ name, parts }) => {
    if (RUNS.test(name)) return true;
    if (name === "PropertyDeclaration") return parts.some(({ text }) => text === "declare");
    return name === "ParamList" && parts.some((part) => PARAMETER.test(part.name));
  });
  return runs ? null : (left(root, numbers) ?? leaf(numbers, "", ""));
}

const TYPES =
  /^(?:TypeAnnotation|TypeParamList|TypeArgList|TypePredicate|InterfaceDeclaration|TypeAliasDeclaration|AmbientDeclaration|Optional|Privacy|readonly|abstract|override)$/u;

/** Null where nothing is left of it. */
function left(piece: Piece, numbers: Numbers): Piece | null {
  const { name, parts } = piece;
  if (TYPES.test(name) || isOfTypes(piece)) return null;
  const [first, sign] = parts;
  const wraps =
    (name === "BinaryExpression" && /^(?:as|satisfies)$/u.test(sign?.name ?? "")) ||
    (name === "PostfixExpression" && sign?.text === "!") ||
    (name === "InstantiationExpression" && sign?.name === "TypeArgList");
  if (wraps && first) return left(first, numbers);
  if (parts.length === 0) return piece;
  const from = name.startsWith("Class") ? parts.findIndex(({ text }) => text === "implements") : -1;
  const kept = from < 0 ? parts : parts.filter((part, n) => n < from || part.name === "ClassBody");
  return node(
    numbers,
    name,
    kept.flatMap((part) => left(part, numbers) ?? []),
  );
}

function isOfTypes({ name, parts }: Piece): boolean {
  if (name === "FunctionDeclaration" || name === "MethodDeclaration")
    return !parts.some((part) => part.name === "Block");
  if (name === "ImportDeclaration") return parts[1]?.name === "type";
  const inner = parts.find((part) => part.name.endsWith("Declaration"));
  return name === "ExportDeclaration" && (parts[1]?.name === "type" || (inner !== undefined && TYPES.test(inner.name)));
}

type Transpiler = { transformSync(code: string): string };
type Maker = new (options: object) => Transpiler;

/** What runs of a text in JavaScript or TypeScript; null where no host can tell, or it is none. */
export function whatRuns(text: string, ending: string): string | null {
  const Made = (globalThis as { Bun?: { Transpiler?: Maker } }).Bun?.Transpiler;
  if (!Made) return null;
  const loader = /^[cm]?tsx?$/u.test(ending) ? ending.replace(/^[cm]/u, "") : "jsx";
  const keeps = { deadCodeElimination: false, inline: false, trimUnusedImports: false };
  const tsconfig = { compilerOptions: { jsx: "react", verbatimModuleSyntax: true } };
  try {
    return new Made({ loader, target: "bun", tsconfig, ...keeps }).transformSync(text);
  } catch {
    return null;
  }
}
