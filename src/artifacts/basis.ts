import { type Static, Type } from "@sinclair/typebox";

/** basis.json: the document that a plan is made of where nobody designed, as it was read. */
export const Basis = Type.Object({
  version: Type.Literal(1),
  /** Path in the project with "/", else the whole path. */
  file: Type.String({ minLength: 1, maxLength: 4_096 }),
  text: Type.String({ minLength: 1 }),
});
export type Basis = Static<typeof Basis>;

/** What a plan rests on where no designs were compared. */
export const RestsOn = Type.Union([
  Type.Object({ kind: Type.Literal("brief") }),
  Type.Object({ kind: Type.Literal("document"), file: Basis.properties.file }),
]);
export type RestsOn = Static<typeof RestsOn>;

/** Of a plan: absent where a design was planned. */
export type Resting = { rests_on?: RestsOn | undefined };
