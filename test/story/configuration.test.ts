import { expect, test } from "bun:test";
import { mayHold } from "../../src/story/configuration.ts";

const PERSONA = {
  name: "privacy",
  role: "reviewer",
  description: "Looks at what is kept",
  text: "You look.",
  from: "project",
  sha256: "0".repeat(64),
  file: "/p/privacy.md",
  model: null,
  models: [],
} as const;
const CHANGE = { setting: "limits.cell_timeout", without: "600", written: "900", held: true };

test("a person is asked about each file where it lies past links, with what it changes and who plays in it", () => {
  const given = { files: ["/p/lab.json", "/p/privacy.md"], paths: ["/p/lab.json", "/else/privacy.md"], sha256: "ab" };
  const told =
    'reviewer privacy ("Looks at what is kept"), no criteria of its own, no models named, told 9 characters, ';
  const end = ". Let it hold as if it were your own, until it changes?";
  expect(mayHold({ ...given, personas: [PERSONA] }, [CHANGE])).toBe(
    `/p/lab.json (SHA-256 ab) has: limits.cell_timeout 900 in place of 600 (held back until now); 1 persona: ${told}/p/privacy.md (which leads to /else/privacy.md)${end}`,
  );
  expect(mayHold({ ...given, files: ["/p/privacy.md"], paths: [], personas: [PERSONA] }, [])).toBe(
    `The project (SHA-256 ab) has: 1 persona: ${told}/p/privacy.md${end}`,
  );
  expect(mayHold({ ...given, files: ["/p/lab.json"], personas: [] }, [])).toBe(
    `/p/lab.json (SHA-256 ab) has: it changes nothing today${end}`,
  );
});
