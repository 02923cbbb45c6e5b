import { Design } from "../design.ts";
import { KeptEntrant } from "../entrant.ts";
import type { designs } from "./designs.ts";
import { fileRow } from "./file-row.ts";

/** The files of the designs. */
export const designsFiles = {
  entrant: fileRow({
    schema: KeptEntrant,
    bounds: { characters: 201_000, text: 200_000, items: 10, values: 20, depth: 3 },
    path: ({ design_id }) => `entrants/entrant-${design_id}.json`,
    each: "designer",
    together: false,
    parents: [],
    keepsOld: () => false,
  }),
  design: fileRow({
    schema: Design,
    bounds: { characters: 2_000_000, text: 200_000, items: 5_000, values: 50_000, depth: 16 },
    path: ({ design_id }) => `designs/design-${design_id}.json`,
    each: "designer",
    together: true,
    parents: [],
    keepsOld: () => true,
  }),
} satisfies Record<(typeof designs.makes)[number], unknown>;
