import type { Persona, PersonaRole } from "../artifacts/persona.ts";
import { UsageError } from "../errors.ts";

/** A persona as it was found: where it lies, and who may play it. */
export type FoundPersona = Persona & { file: string | null; model: string | null; models: readonly string[] };

/** The persona of that name, of that role. Throws UsageError with the nearest for one that is not there. */
export function personaNamed(personas: readonly FoundPersona[], name: string, role?: PersonaRole): FoundPersona {
  const found = personas.find((each) => each.name === name && (role === undefined || each.role === role));
  if (found) return found;
  throw new UsageError(`no persona ${name}`);
}
