import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSeal } from "../../src/store/seal.ts";

const aHome = () => ({ home: mkdtempSync(join(tmpdir(), "seal-")), env: {} });
const fileIn = ({ home }: { home: string }) => join(home, ".local/state/opencode/design-lab/seal.json");

test("a seal holds for what it was made of, in whatever order, and for nothing else", async () => {
  const seal = await openSeal(aHome());
  const mac = seal.of({ kind: "vote", at: [1, { a: "x", b: undefined }] });
  expect(seal.holds({ at: [1, { a: "x" }], kind: "vote" }, mac)).toBeTrue();
  expect(seal.holds({ at: [1, { a: "y" }], kind: "vote" }, mac)).toBeFalse();
  for (const none of [undefined, null, "", "f".repeat(63), "g".repeat(64), 1, {}])
    expect(seal.holds({}, none)).toBeFalse();
});

test("no two values have one text, however they are nested", async () => {
  const seal = await openSeal(aHome());
  const values = [
    { a: 1 },
    { a: "1" },
    [{ a: 1 }],
    ["a", 1],
    ["a,1"],
    { a: { b: 1 } },
    { "a:{b": 1 },
    null,
    "null",
    [],
  ];
  expect(new Set(values.map(seal.of)).size).toBe(values.length);
});

test("the secret stays the person's from one process to the next, private, and another person's seal holds nothing", async () => {
  const place = aHome();
  const mac = (await openSeal(place)).of("said");
  const file = fileIn(place);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const script = `import { openSeal } from ${JSON.stringify(join(import.meta.dir, "../../src/store/seal.ts"))}; console.log((await openSeal(${JSON.stringify(place)})).of("said"))`;
  const others = Array.from({ length: 3 }, () => Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" }));
  for (const other of others) expect((await new Response(other.stdout).text()).trim()).toBe(mac);
  expect((await openSeal(aHome())).holds("said", mac)).toBeFalse();
});

test("of processes that make the secret at once all have the same, also where a broken one lies there", async () => {
  const place = aHome();
  const script = `import { openSeal } from ${JSON.stringify(join(import.meta.dir, "../../src/store/seal.ts"))}; console.log((await openSeal(${JSON.stringify(place)})).of("said"))`;
  const macs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
      return (await new Response(child.stdout).text()).trim();
    }),
  );
  expect(new Set(macs).size).toBe(1);
  const broken = aHome();
  await openSeal(broken);
  writeFileSync(fileIn(broken), "{");
  const child = Bun.spawn([process.execPath, "-e", script.replace(JSON.stringify(place), JSON.stringify(broken))]);
  expect(await child.exited).toBe(0);
  expect(JSON.parse(readFileSync(fileIn(broken), "utf8")).version).toBe(1);
  rmSync(broken.home, { recursive: true });
});
