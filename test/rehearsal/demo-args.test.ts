import { describe, expect, test } from "bun:test";
import { DEMO_IDEA, DEMO_TASK, readDemoArgs } from "../../rehearsal/demo-args.ts";

describe("readDemoArgs()", () => {
  test("plays its own task without arguments, and any other", () => {
    expect(readDemoArgs([])).toEqual({
      mode: "scripted",
      task: DEMO_TASK,
      timeout: 120,
      host: null,
      open: true,
      brief: false,
      refine: false,
    });
    expect(readDemoArgs(["a chat", "for ten", "--timeout", "9", "--host", "1"])).toEqual({
      mode: "scripted",
      task: "a chat for ten",
      timeout: 9,
      host: 1,
      open: true,
      brief: false,
      refine: false,
    });
    expect(readDemoArgs(["--brief"])).toMatchObject({ mode: "scripted", task: DEMO_IDEA, brief: true });
    expect(readDemoArgs(["--brief", "--live", "a chat"])).toMatchObject({ mode: "wrong" });
    expect(readDemoArgs(["--no-open"])).toMatchObject({ mode: "scripted", open: false });
    expect(readDemoArgs(["--", "--odd task"])).toMatchObject({ task: "--odd task" });
  });

  test("takes the person's own models with --live", () => {
    expect(readDemoArgs(["--live", "--design-models", "a/b,c/d/e", "a chat"])).toEqual({
      mode: "live",
      task: "a chat",
      timeout: 1_800,
      host: null,
      open: true,
      design_models: "a/b,c/d/e",
      review_models: null,
    });
  });

  test("shows its help", () => {
    expect(readDemoArgs(["--help"])).toEqual({ mode: "help" });
  });

  test("says what is wrong", () => {
    const cases: [string[], string][] = [
      [["--lvie"], "there is no option --lvie; --help lists them"],
      [["--host"], "--host does not stand as it should; --help shows how"],
      [["--live"], "a task is needed"],
      [["--design-models", "a/b", "x"], "needs --live"],
      [["--live", "--design-models", "a/b,c", "x"], 'found "c"'],
      [["--live", "--review-models", "", "x"], 'found ""'],
      [["--host", "3"], 'needs 1 or 2, a generation of OpenCode, found "3"'],
      [["--timeout", "soon"], 'found "soon"'],
      [[""], "The task is empty"],
    ];
    for (const [argv, problem] of cases) {
      const read = readDemoArgs(argv);
      expect(read.mode === "wrong" ? read.problem : read.mode).toContain(problem);
    }
  });
});
