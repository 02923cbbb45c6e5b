import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PACKAGE_ROOT } from "../../rehearsal/binary.ts";
import { handOver, rankedIn, showReport, waysOn } from "../../rehearsal/left-behind.ts";

let root = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "left behind ü-")));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function experiment(name: string, ranked: boolean): string {
  const results = join(root, ".opencode", "design-lab", name, "results");
  mkdirSync(results, { recursive: true });
  if (ranked) writeFileSync(join(results, "report.html"), "<!doctype html>");
  return join(results, "report.html");
}

test("rankedIn() finds the newest experiment that has a report, and none where there is none", () => {
  expect(rankedIn(root)).toBeNull();
  experiment("2026-11-20-queue", false);
  expect(rankedIn(root)).toBeNull();
  const report = experiment("2026-11-19-ferry", true);
  expect(rankedIn(root)).toEqual({ id: "2026-11-19-ferry", report });
});

test("waysOn() names the report as a link that leads to it, and a folder with blanks in quotes", () => {
  const ranked = rankedIn(root);
  if (ranked === null) throw new Error("an experiment was made above");
  const lines = waysOn(root, ranked, "opencode");
  const link = lines[0]?.split(/\s+/u).at(-1) ?? "";
  expect(fileURLToPath(link)).toBe(ranked.report);
  expect(link).not.toContain(" ");
  expect(lines).toContain(`  cd "${root}"`);
  expect(lines).toContain("  /design-lab open 2026-11-19-ferry");
});

test("handOver() leaves the plugin and nothing of the rehearsal's in the host's configuration", () => {
  writeFileSync(join(root, "opencode.json"), JSON.stringify({ model: "host/agent", enabled_providers: ["host"] }));
  handOver(root);
  handOver(root);
  expect(JSON.parse(readFileSync(join(root, "opencode.json"), "utf8"))).toEqual({
    $schema: "https://opencode.ai/config.json",
    plugin: [PACKAGE_ROOT],
  });
  const command = join(root, "node_modules", ".bin", "opencode-designlab");
  expect(realpathSync(command)).toBe(join(PACKAGE_ROOT, "cli.js"));
});

test("showReport() opens it where somebody sits before a browser, and nowhere else", async () => {
  const ranked = { id: "x", report: "/x/report.html" };
  const opened: string[] = [];
  const open = async (file: string) => opened.push(file) > 0;
  const desktop = { env: { DISPLAY: ":0" }, terminal: true, wanted: true };
  const elsewhere = [
    { ...desktop, wanted: false },
    { ...desktop, terminal: false },
    { ...desktop, env: { DISPLAY: ":0", CI: "true" } },
    { ...desktop, env: { DISPLAY: ":0", SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" } },
  ];
  for (const each of elsewhere) expect(await showReport(ranked, each, open)).toContain("link above");
  expect(opened).toEqual([]);
  expect(await showReport(ranked, desktop, open)).toBe("The report opens in your browser.");
  expect(opened).toEqual(["/x/report.html"]);
  expect(await showReport(ranked, desktop, async () => false)).toContain("No browser could be started");
});
