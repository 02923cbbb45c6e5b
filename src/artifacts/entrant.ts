import { type Static, Type } from "@sinclair/typebox";
import { Sha256 } from "./provenance.ts";

/** A design that was there before: the file that holds it, and who put that into a design's fields. */
export const Entrant = Type.Object({
  /** Path in the project with "/", else the whole path. */
  file: Type.String({ minLength: 1, maxLength: 4_096 }),
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 1 }),
  /** Who the file or the person says wrote it; absent where nobody says. */
  author: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** Names, handles, addresses, links and numbers in the head of the file: reviewers are sent none of them. */
  identifiers: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 })),
  /** provider/model that is asked to put the text into a design's fields; absent where the file is a design's JSON. */
  arranger: Type.Optional(Type.String({ minLength: 1 })),
});
export type Entrant = Static<typeof Entrant>;

/** entrants/entrant-{design_id}.json: the file's text as it was when it joined. */
export const KeptEntrant = Type.Object({
  version: Type.Literal(1),
  design_id: Type.String({ minLength: 1 }),
  sha256: Sha256,
  text: Type.String({ minLength: 1 }),
});
export type KeptEntrant = Static<typeof KeptEntrant>;

/** What stands in the place of a model's id where views name who wrote it: "docs/rfc-12.md (a document by Ann)". */
export function documentName({ file, author }: Entrant): string {
  return `${file} (a document${author === undefined ? "" : ` by ${author}`})`;
}
