import { describe, expect, test } from "bun:test";
import { basename } from "node:path";
import { lettersIn } from "../../rehearsal/letters.ts";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import { atPrompt } from "./support/at-prompt.ts";
import { HOST } from "./support/hosts.ts";
import { rehearse } from "./support/rehearsal.ts";
import { answerWord, asksForWord, sitAt } from "./support/seat.ts";
import { APPROVAL, APPROVE, approvalIn, approvalState, approvalWaits, ONE_MODEL } from "./support/waiting-approval.ts";
import { saidTo } from "./support/watched-run.ts";

describe.skipIf(HOST !== 1)("OpenCode 1", () => {
  /** Every wildcard that the host's matcher knows, and the names as they stand. */
  const FORMS = [
    "*",
    "d*",
    "d*e*",
    "design*",
    "designlab*",
    "designlab_*",
    "*approve*",
    "*approve",
    "*_*",
    "designlab?approve*",
    "?esignlab_approv?",
    "designlab_approve",
    "designlab_approve*",
    "designlab_approve *",
    "designlab_approve: *",
  ];
  const allow = (form: string) => ({ [form]: "allow" });

  test("no rule of a checkout answers an approval: not the project's, an agent's, a mode's, an agent file's, the session's or the environment's", async () => {
    const agent = Object.fromEntries(
      FORMS.map((form, at) => [`form${at}`, { mode: "primary", permission: allow(form) }]),
    );
    await using lab = await rehearse({
      models: ONE_MODEL,
      env: { OPENCODE_PERMISSION: JSON.stringify(Object.assign({}, ...FORMS.map(allow))) },
      config: {
        permission: Object.assign({}, ...FORMS.map(allow)),
        agent: { ...agent, build: { permission: "allow" }, free: { mode: "primary", permission: "allow" } },
        mode: { old: { permission: allow("*approve*") } },
        experimental: { primary_tools: ["designlab_approve*"] },
      },
      files: {
        "README.md": "# A project\n",
        ".opencode/agent/filed.md": '---\nmode: primary\npermission:\n  "*approve*": allow\n---\nYou help.\n',
      },
    });
    const dir = await approvalWaits(lab);
    const server = await lab.served();
    const asAgent = async (name: string, session: object = {}): Promise<string> => {
      const { id } = (await server.request("POST", "/session", session)) as { id: string };
      const parts = [{ type: "text", text: APPROVE }];
      await server.request("POST", `/session/${id}/message`, { agent: name, parts });
      return (await server.tools(id))[0]?.output ?? "";
    };
    const names = [...Object.keys(agent), "build", "free", "old", "filed"];
    const rules = FORMS.map((permission) => ({ permission, pattern: "*", action: "allow" }));
    const said = await Promise.all([...names.map((name) => asAgent(name)), asAgent("build", { permission: rules })]);
    expect(said).toHaveLength(names.length + 1);
    for (const each of said) expect(each).toContain("Not approved: no terminal of OpenCode");
    expect(await approvalState(lab, dir)).toBe("open");

    // The person, and no rule, is asked by each; and one that denies it stays.
    using seat = sitAt(lab, false);
    expect(await asAgent("form6")).toContain("Not approved: the person said no");
    expect(seat.asked).toEqual([expect.stringContaining("Is the brief right?")]);
    const denied = [{ permission: "designlab_appr?ve", pattern: "*", action: "deny" }];
    expect(await asAgent("build", { permission: denied })).toContain("denies it");
    expect(seat.asked).toHaveLength(1);
  }, 300_000);
});

test("a line that came through the host's own interface approves nothing: the person is asked on a screen, and where there is none what to do is said", async () => {
  await using lab = await rehearse({ models: ONE_MODEL });
  const dir = await approvalWaits(lab);
  const server = await lab.served();
  const approve = async (): Promise<string> => (await lab.type("approve latest")).output;
  expect(await approve()).toContain("Not approved: no terminal of OpenCode");
  {
    using seat = sitAt(lab, false);
    expect(await approve()).toContain("the person said no");
    expect(seat.asked).toHaveLength(1);
  }
  expect(await approvalState(lab, dir)).toBe("open");

  // Nothing of it stands where the host's interface could answer it.
  const session = await server.open();
  const typed = server.command(session, "design-lab", "approve latest");
  for (let looks = 0; looks < 20; looks++) {
    expect(await server.asked(session)).toBeNull();
    await Bun.sleep(100);
  }
  await typed;
  expect(await approvalState(lab, dir)).toBe("open");

  using seat = sitAt(lab);
  expect(await approve()).toContain("You approved it");
  expect(seat.asked).toEqual([expect.stringContaining(`word on ${basename(dir)}: Is the brief right?`)]);
  expect(await approvalIn(lab, dir)).toMatchObject({ by: "host", answer: { decision: "approve" } });
}, 300_000);

// Without tmux there is no terminal to look at; it shows as skipped.
test.skipIf(!hasTerminal())(
  "the terminal of a host that listens asks in a dialog of its own, in an agent's call and after a typed line: Esc and Enter say no, yes counts",
  async () => {
    await using lab = await rehearse({ models: ONE_MODEL });
    // As long as a question is shown, on the smallest terminal: what is asked and its letters are drawn whole.
    const text = `Is the brief right? ${"It says what the municipal archive has to keep. ".repeat(4)}`
      .slice(0, 200)
      .trim();
    const dir = await approvalWaits(lab, text);
    const words = HOST === 1 ? ["--port", "0", "--auto"] : ["--standalone", "--auto"];
    await using terminal = openTerminal({ project: lab.project, columns: 80, rows: 24, words });
    await atPrompt(terminal);
    await saidTo(terminal, APPROVE, 'Call {"op":"ask"');
    // The host breaks its lines anywhere, and draws its "esc" behind the first.
    const drawn = (await asksForWord(terminal)).replace(/esc\s*\n/u, "").replace(/[\s┃│]+/gu, "");
    const whole = `${text} An agent or a typed line says yes to it in 2026-11-23-queue. Do you approve it?`;
    expect(drawn).toContain(whole.replaceAll(" ", ""));
    await answerWord(terminal, false);
    await terminal.waitFor((screen) => lettersIn(screen) === "" && !screen.includes("esc interrupt"));
    expect(await approvalState(lab, dir)).toBe("open");

    await saidTo(terminal, "/design-lab approve latest", "approve latest");
    await asksForWord(terminal);
    await Bun.sleep(1_000);
    terminal.press("Escape");
    await terminal.waitFor((screen) => lettersIn(screen) === "" && !screen.includes("esc interrupt"));
    expect(await approvalState(lab, dir)).toBe("open");

    await saidTo(terminal, `/design-lab answer latest ${APPROVAL} approve`, `${APPROVAL} approve`);
    await asksForWord(terminal);
    await answerWord(terminal, true);
    for (let patience = 300; (await approvalState(lab, dir)) === "open" && patience > 0; patience--)
      await Bun.sleep(100);
    expect(await approvalIn(lab, dir)).toMatchObject({ by: "host", answer: { decision: "approve" } });
  },
  600_000,
);
