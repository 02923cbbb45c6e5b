import { LabError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";

const PLACEHOLDER = /\{\{([^{}]{0,200})\}\}/gu;

/** Fills every {{name}} in one pass, so that a value which holds braces is not filled again. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => values[name.trim()] ?? whole);
}

/** Throws LabError when the template names what does not exist or lacks what it cannot do without. */
export function checkTemplate(
  template: string,
  names: readonly string[],
  needed: readonly string[],
  where: string,
): void {
  const found = [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name.trim());
  const unknown = found.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, names)[0];
    throw new LabError(
      `Cannot use ${where}: there is no placeholder {{${unknown}}}${near ? `, did you mean {{${near}}}` : ""}; found in the template, known are ${names.map((name) => `{{${name}}}`).join(", ")}.`,
    );
  }
  const missing = needed.find((name) => !found.includes(name));
  if (missing !== undefined)
    throw new LabError(`Cannot use ${where}: it needs the placeholder {{${missing}}}, found none.`);
}
