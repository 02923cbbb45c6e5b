import type { Language } from "./syntax/languages.ts";
import { type Added, addedTo, allIn, type Parsed, type Piece, partOf } from "./syntax/piece.ts";
import { TEST_SHAPES, type TestShapes } from "./test-shapes.ts";

/** Whether runners look for tests in such a file. */
export const mayBeTest = (path: string, { name }: Language): boolean => TEST_SHAPES[name].files.test(path);

/** Whether one test came, perhaps with what stands around it and the names that it needs, and nothing else changed. */
export function addsOneTest({ name }: Language, before: Parsed, after: Parsed): boolean {
  const added = addedTo(before.root, after.root);
  if (added === null || testsIn(added, TEST_SHAPES[name]) !== 1) return false;
  return name !== "python" && name !== "ruby" ? true : !added.some((each) => takesPlace(each.piece, before.root));
}

/** Whether what came, or a part of it, has the name of what was declared: it then stands in its place. */
function takesPlace(came: Piece, before: Piece): boolean {
  const stood = new Set([...allIn(before)].flatMap(declaredBy));
  return [...allIn(came)].some((piece) => declaredBy(piece).some((name) => stood.has(name)));
}

function declaredBy(piece: Piece): string[] {
  // Ruby opens a class anew, and adds to it.
  if (piece.name === "DefNode") return [partOf(piece, "name")?.text ?? ""];
  if (piece.name === "FunctionDefinition" || piece.name === "ClassDefinition")
    return [partOf(piece, "VariableName")?.text ?? ""];
  if (piece.name !== "ImportStatement") return [];
  const brought = piece.parts.slice(piece.parts.findIndex(({ text }) => text === "import") + 1);
  return brought.flatMap(({ name, text }) => (name === "VariableName" && text !== null ? [text] : []));
}

/** How many tests came; NaN where something else did. */
function testsIn(added: readonly Added[], shapes: TestShapes): number {
  return added.reduce((count, { piece, within }) => {
    if (piece.text === ",") return count;
    if (shapes.isImport(piece, within)) return count;
    return count + (shapes.runs(within) ? testsOf(piece, within, shapes) : Number.NaN);
  }, 0);
}

function testsOf(piece: Piece, within: readonly Piece[], shapes: TestShapes): number {
  if (shapes.isTest(piece, within)) return 1;
  const held = shapes.held(piece);
  return held === null
    ? Number.NaN
    : testsIn(
        held.map((each) => ({ piece: each, within: [...within, piece] })),
        shapes,
      );
}
