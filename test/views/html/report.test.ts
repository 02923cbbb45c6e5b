import { beforeAll, describe, expect, test } from "bun:test";
import { createDocument } from "@mixmark-io/domino";
import type { DesignBody } from "../../../src/artifacts/design.ts";
import type { PlanTask } from "../../../src/artifacts/plan-task.ts";
import { unmet } from "../../../src/artifacts/unmet.ts";
import { reportDataOf } from "../../../src/stages/files.ts";
import { firstPlace } from "../../../src/stats/verdict.ts";
import { planSheet } from "../../../src/story/plan-sheet.ts";
import type { Story } from "../../../src/story/story.ts";
import { planHtml } from "../../../src/views/html/plan-page.tsx";
import { reportHtml } from "../../../src/views/html/report.tsx";
import type { ReportData } from "../../../src/views/html/report-data.ts";
import { MAX_REPORT_BYTES } from "../../../src/views/html/within-limit.ts";
import { plan, TWELVE, task } from "../../plan/samples.ts";
import { type ReportCase, reportCase, reportInput } from "../../support/report-data.ts";

const HOSTILE = '</title></style><script>alert(1)</script><img src=x onerror="alert(2)"><svg onload=alert(3)>';

/** A report with its story changed, and everything told anew for what was changed in it. */
function retold(given: ReportCase, change: (story: Story) => Partial<Story>): ReportData {
  const input = reportInput(given);
  const story = { ...input.story, ...change(input.story) };
  return { ...reportDataOf({ ...input, story }), coverage: story.coverage };
}

describe("reportHtml()", () => {
  let html = "";
  let page: Document;
  beforeAll(async () => {
    html = await reportHtml(reportCase({ designs: 3, reviewers: 3, failedCells: [[1, 2]] }));
    page = createDocument(html);
  });

  test("has its sections in the order in which a person decides", () => {
    expect(sectionsOf(page)).toEqual(
      "verdict task designs coverage scores points compare full disagreements statistics account configuration".split(
        " ",
      ),
    );
  });

  test("links its contents to every section, and every link leads to a place in the page", () => {
    const linked = Array.from(page.querySelectorAll("nav a"), (link) => link.getAttribute("href"));
    expect(linked).toEqual(sectionsOf(page).map((id) => `#${id}`));
    for (const link of Array.from(page.querySelectorAll("a"))) {
      const target = link.getAttribute("href") ?? "";
      expect([target, page.getElementById(target.slice(1)) !== null]).toEqual([target, true]);
    }
  });

  test("has no plan where there is none", () => {
    expect(page.querySelectorAll("#plan, .plan-drawing")).toHaveLength(0);
    expect(page.body.innerHTML).not.toMatch(/plan-|plan\.html/u);
  });

  test("allows no script, no request and no style but its own", () => {
    const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute("content") ?? "";
    expect(policy).toStartWith("default-src 'none'; style-src 'sha256-");
    expect(page.querySelectorAll("script, link, img, iframe, object, embed, form, [style], [src]")).toHaveLength(0);
  });

  test("numbers requirements and constraints as the other views do", () => {
    const numbers = Array.from(page.querySelectorAll("#task .number"), ({ textContent }) => textContent);
    expect(numbers).toEqual(["R1", "R2", "R3", "C1", "C2", "N1"]);
  });

  test("says of how many reviewers each criterion's mean, lowest and highest score are", () => {
    const captions = Array.from(page.querySelectorAll("#scores caption"), ({ textContent }) => textContent ?? "");
    expect(captions.filter((each) => each.endsWith(" the lowest and the highest score of 3 reviewers."))).toHaveLength(
      1,
    );
    expect(captions.join()).not.toContain("undefined");
  });

  test("opens every score's reasons from its cell, and says which cell is missing", () => {
    const buttons = Array.from(page.querySelectorAll("#scores .strip button"));
    expect(buttons).toHaveLength(8);
    for (const button of buttons) {
      const reasons = page.getElementById(button.getAttribute("popovertarget") ?? "");
      expect(reasons?.textContent).toContain("clarity");
    }
    expect(page.querySelector("#account")?.textContent).toContain("no answer in time");
  });

  test("says who meets which requirement, marks a quote that the design does not hold, and names what nobody meets", () => {
    const cell = page.querySelector('#coverage button[popovertarget="cover-R1-A"]');
    expect(cell?.textContent).toBe("R1 by design A: met, say ✓2/ of 3");
    expect(page.getElementById("cover-R2-A")?.textContent).toContain("This is not in the design.");
    expect(page.getElementById("cover-R1-A")?.textContent).not.toContain("This is not in the design.");
    expect(page.querySelector("#coverage .notice")?.textContent).toContain("No design meets C1");
  });

  test("says of how many requirements each design meets, in its card and beneath the matrix", () => {
    const met = ["5/ of 6", "0/ of 6", "0/ of 6"];
    const cards = Array.from(page.querySelectorAll("#designs .figures div:nth-child(4)"), (div) => div.textContent);
    expect(cards).toEqual(met.map((many) => `Requirements met${many}`));
    expect(Array.from(page.querySelectorAll("#coverage tfoot td"), ({ textContent }) => textContent)).toEqual(met);
  });

  test("offers to hide the rows on which every reviewer says the same of every design, and no others", async () => {
    const data = reportCase({ designs: 3, reviewers: 3 });
    const agreed = async (change: (row: (typeof data.coverage)[number], at: number) => typeof row) => {
      const view = createDocument(await reportHtml({ ...data, coverage: data.coverage.map(change) }));
      const rows = Array.from(view.querySelectorAll("#coverage tbody tr.agreed .number"), (row) => row.textContent);
      return { rows, said: view.querySelector("#coverage .only")?.textContent?.trim() };
    };
    const all = (row: (typeof data.coverage)[number], status: "met" | "partly"): typeof row => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, status, agree: cell.of })),
    });
    expect(await agreed((row) => row)).toEqual({ rows: [], said: undefined });
    expect(await agreed((row, at) => (at < 2 ? all(row, at === 0 ? "met" : "partly") : row))).toEqual({
      rows: ["R1", "R2"],
      said: "Hide the 2 rows on which all agree",
    });
    expect(await agreed((row) => all(row, "met"))).toMatchObject({ said: undefined });
  });

  test("tells what reviewers disagree on as that, and not as what no design meets", async () => {
    const given = { designs: 2, reviewers: 2 };
    const data = reportCase(given);
    const coverage = data.coverage.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({
        ...cell,
        status: "missed" as const,
        agree: 1,
        said: cell.said.map((one, at) => ({
          ...one,
          entry: { ...one.entry, status: at === 0 && row.requirement.id === "R2" ? ("met" as const) : "missed" },
        })),
      })),
    })) as typeof data.coverage;
    const view = createDocument(await reportHtml(retold(given, () => ({ coverage, unmet: unmet(coverage) }))));
    const notices = Array.from(view.querySelectorAll("#coverage .notice"), ({ textContent }) => textContent ?? "");
    expect(notices[0]).not.toContain("R2");
    expect(notices[1]).toMatch(/^Reviewers disagree on R2: of each design 1 of 2 says met\.$/);
    const cell = view.querySelector('#coverage button[popovertarget="cover-R2-A"]');
    expect(cell?.textContent).toBe("R2 by design A: reviewers disagree, 1 met and 1 missed✓1 ✕1");
    expect(view.querySelector("#verdict .because")?.textContent).toContain("Reviewers disagree on R2");
  });

  test("says which design, why it leads, what speaks against it and what no design meets", async () => {
    const data = reportCase({
      designs: 3,
      reviewers: 3,
      review: (body, design) => (design === 0 ? { ...body, weaknesses: ["Nobody owns the keys."] } : body),
    });
    const view = createDocument(await reportHtml(data));
    const said = view.querySelector("#verdict .because")?.textContent ?? "";
    expect(view.querySelector(".answer")?.textContent).toMatch(
      /^A.* is (?:probably )?better than the other 2 designs/u,
    );
    expect(said).toContain("Why it leadsA leads B most on");
    expect(said).toContain("The weakest point of A: “Nobody owns the keys” (3 of 3 reviewers).");
    expect(said).toContain("No design meets C1");
    const links = Array.from(view.querySelectorAll("#verdict .because a"), (link) => link.getAttribute("href") ?? "");
    expect(links).toContain("#coverage");
    expect(links.filter((href) => href === "" || !view.querySelector(href))).toEqual([]);
  });

  test("says on what designs differ that cannot be told apart, and in which range their scores lie", async () => {
    const data = reportCase({
      designs: 4,
      reviewers: 4,
      design: (body, at) => ({
        ...body,
        tradeoffs: [{ aspect: "Storage", choice: at < 2 ? "SQL" : "Kafka", rationale: "because", alternatives: [] }],
      }),
    });
    const view = createDocument(await reportHtml(data));
    expect(view.querySelector(".answer")?.textContent).toStartWith("No winner: the scores cannot tell D");
    expect(view.querySelector("#verdict .because")?.textContent).toContain(
      "They differ on “Storage”: D chose “Kafka” and A chose “SQL”. Side by side",
    );
    expect(view.querySelector("#verdict .answer + p")?.textContent).toMatch(
      /not by their scores \(\d\.\d to \d\.\d of 10\)/,
    );
  });

  test("compares two designs by the requirements that tell them apart first, then by what they decide, as Markdown", async () => {
    const data = reportCase({
      designs: 3,
      reviewers: 3,
      design: (body, at) => ({
        ...body,
        tradeoffs: [
          {
            aspect: "Storage",
            choice: at === 0 ? "**One** table" : "A log",
            rationale: `- durable\n- ${"plain words ".repeat(60)}`,
            alternatives: [],
          },
        ],
      }),
    });
    const view = createDocument(await reportHtml(data));
    const titles = Array.from(view.querySelectorAll("#compare .topic"), ({ textContent }) => textContent);
    expect(titles.slice(0, 2)).toEqual(["Requirements on which they differ", "The same topic"]);
    expect(view.querySelector("#compare .choice strong")?.textContent).toBe("One");
    const items = Array.from(view.querySelectorAll("#compare .differs li"), ({ textContent }) => textContent ?? "");
    expect(items[0]).toBe("durable");
    expect(items[1]).toMatch(/^(?:plain words )+plain(?: words)?…$/u);
    const rows = Array.from(view.querySelectorAll("#compare .apart .apart"));
    expect(rows[0]?.className).toBe("apart differ-A-B differ-A-C differ-B-C");
    const said = Array.from(rows[0]?.querySelectorAll(".key") ?? [], ({ textContent }) => textContent);
    expect(said).toEqual(["✓ met", "◐ partly met", "✕ missed"]);
    expect(view.querySelectorAll("#compare select option")).toHaveLength(6);
  });

  test("draws no picture of components whose connections are not stated, and lists what is", async () => {
    const data = reportCase({
      designs: 2,
      reviewers: 2,
      design: ({ connections: _, ...body }, at) =>
        at === 0 ? { ...body, connections: [{ from: "Public API", to: "A <b>caller</b>", what: "`rows`" }] } : body,
    });
    const view = createDocument(await reportHtml(data));
    expect(view.querySelectorAll(".diagram")).toHaveLength(0);
    expect(view.querySelector("#design-A")?.textContent).toContain("ConnectionsPublic API → A <b>caller</b>: rows");
    expect(view.querySelector("#design-B")?.textContent).not.toContain("Connections");
    const drawn = createDocument(await reportHtml(reportCase({ designs: 1, reviewers: 1 })));
    expect(drawn.querySelectorAll("#design-A .diagram")).toHaveLength(1);
  });

  test("folds a requirement as long as a page, so that the verdict stays near", async () => {
    const long = `Jobs run ${"again and ".repeat(400)}again`;
    const plain = reportCase({ designs: 2, reviewers: 2 });
    const view = createDocument(await reportHtml({ ...plain, task: { ...plain.task, requirements: [long] } }));
    const folded = view.querySelector("#task > details");
    expect(folded?.textContent?.split(long)).toHaveLength(2);
    expect(folded?.querySelector("summary")?.textContent).toBe(
      "The task as it was given, with 1 requirement, 2 constraints and 1 non-functional requirement",
    );
    folded?.remove();
    expect(view.querySelector("#task")?.textContent).toBe("The task");
  });

  test("rates the risk in a word that fits its column, in full for whoever asks", async () => {
    const ratings = async (designs: number) => {
      const view = createDocument(await reportHtml(reportCase({ designs, reviewers: 2 })));
      return Array.from(view.querySelectorAll("#points .strip .risk.medium"), (risk) => [
        risk.textContent,
        risk.getAttribute("title"),
      ])[0];
    };
    expect(await ratings(3)).toEqual(["medium", null]);
    expect(await ratings(7)).toEqual(["med", "medium"]);
  });

  test("names a design's risks the gravest first", async () => {
    const risk = (severity: "low" | "high") => ({ description: `A ${severity} risk`, severity });
    const design = (body: DesignBody) => ({ ...body, risks: [risk("low"), risk("high")] });
    const view = createDocument(await reportHtml(reportCase({ designs: 2, reviewers: 2, design })));
    const named = Array.from(view.querySelectorAll("#design-A .risks .risk"), ({ textContent }) => textContent);
    expect(named).toEqual(["high", "low"]);
  });

  test("says what the first itself misses, where the next is better, and marks what a model says of its own design", async () => {
    const given = { designs: 3, reviewers: 3 };
    const coverage = reportCase(given).coverage.map((row) =>
      row.requirement.id === "R2"
        ? {
            ...row,
            cells: row.cells.map((cell, at) => {
              const status = at === 0 ? ("missed" as const) : ("met" as const);
              return { ...cell, status, said: cell.said.map((one) => ({ ...one, entry: { ...one.entry, status } })) };
            }),
          }
        : row,
    );
    const behind = { name: "clarity", own: 6, other: 7.25, both: 2 };
    const data = retold(given, ({ insights }) => ({
      coverage,
      unmet: unmet(coverage),
      insights: { ...insights, lead: insights.lead && { ...insights.lead, behind } },
    }));
    const view = createDocument(await reportHtml(data));
    const said = view.querySelector("#verdict .because")?.textContent ?? "";
    expect(said).toContain("A misses R2 “Jobs can be scheduled up to 90 days ahead”.");
    expect(said).toContain("B is better on clarity (7.3 against 6.0, by the 2 reviewers who scored both).");
    expect(said).toMatch(/For A: “[^”]+” \(3 of 3 reviewers\)/);
    const own = Array.from(view.querySelectorAll("#scores .heat.own"), ({ textContent }) => textContent);
    expect(own).toHaveLength(3);
    for (const label of own) expect(label).toContain(", who wrote it:");
  });

  test("says probably where confidence is not high, and nothing against a design where nobody was asked for words", async () => {
    const data = retold({ designs: 2, reviewers: 3 }, ({ insights }) => {
      const designs = insights.designs.map((each) => ({ ...each, worst_weakness: null, worst_gap: null }));
      return { insights: { ...insights, designs } };
    });
    const view = createDocument(await reportHtml({ ...data, reviews: [], points: [] }));
    expect(view.querySelector(".answer")?.textContent).toContain("is probably better than the other design");
    expect(view.querySelector("#verdict .because")?.textContent).not.toContain("weakest point");
  });

  test("prints no chance where one reviewer alone tells the designs apart", async () => {
    const view = createDocument(await reportHtml(reportCase({ designs: 3, reviewers: 1 })));
    expect(view.querySelector(".answer")?.textContent).toContain("one reviewer alone tells the designs apart");
    expect(view.querySelector("#verdict")?.textContent).not.toContain("%");
    expect(view.querySelector("#designs")?.textContent).not.toContain("%");
  });

  test("prints no chance that is surer than its confidence", async () => {
    const view = createDocument(await reportHtml(reportCase({ designs: 2, reviewers: 3 })));
    expect(view.querySelector("#verdict .level")?.textContent).toBe("Confidence: medium");
    expect(view.querySelector("#verdict")?.textContent).not.toContain("95 %");
    const chances = Array.from(view.querySelectorAll("#designs .figures div:nth-child(3) dd"), (dd) => dd.textContent);
    expect(chances).toEqual(["over 85 %", "under 15 %"]);
  });

  test("says of checks that find nothing what they could not have seen, with ± for one thing that is named once", async () => {
    const given = { designs: 3, reviewers: 3 };
    const data = reportCase(given);
    const bias = {
      ...data.ranking.bias,
      severity: { r1: 0.7, r2: -0.61, r3: -0.09 },
      severity_unseen: 0.9,
      self_preference: { beta: 0.2, standard_error: 0.4, beyond_chance: false, unseen: 1.1 },
      length_correlation: 1,
      length_break_even: 0.62,
    };
    const { length_beyond_chance: _, ...few } = { length_beyond_chance: false, ...bias };
    const reliability = { ...data.ranking.reliability, leave_one_out: { stable: 3, panels: 3, changes: [] } };
    const shown = async (odd_reviewers: typeof bias.odd_reviewers) => {
      const ranking = { ...data.ranking, bias: { ...few, odd_reviewers }, reliability, notes: [] };
      const view = createDocument(await reportHtml(retold(given, () => ({ ranking }))));
      return view.querySelector("#statistics")?.textContent ?? "";
    };
    const plain = await shown([]);
    expect(plain).not.toContain("alike");
    expect(plain).toContain("None is 0.75 points off the mean. Less than ±0.9 points would not show.");
    expect(plain).toContain("beyond chance. Less than ±1.1 points would not show.");
    expect(plain.match(/1\.96 standard errors/g)).toHaveLength(1);
    expect(plain).not.toContain("hang on one reviewer");
    expect(plain).toMatch(
      /Fewer than five designs cannot tell\..*A is longer than B: a taste of 0\.6 points for each doubling/,
    );
    const [reviewer] = data.reviewers;
    const odd = await shown([{ reviewer_id: reviewer?.reviewer_id ?? "", oddity: "narrow" }]);
    expect(odd).toContain(`off the mean, but ${reviewer?.model} does not use the scale as the others do.`);
    expect(odd).not.toContain("Less than ±0.9");
  });

  test("says what is right and what is agreed in two sentences, and that one of a tie is ahead", async () => {
    const given = { designs: 3, reviewers: 3 };
    const data = reportCase(given);
    const [first, second] = data.ranking.designs.map(({ design_id }) => design_id);
    const verdictOf = async (summary: Partial<typeof data.ranking.summary>, p_best = 0.6) => {
      const designs = data.ranking.designs.map((each) => (each.design_id === first ? { ...each, p_best } : each));
      const changed = { ...data.ranking, designs, summary: { ...data.ranking.summary, ...summary } };
      const ranking = { ...changed, summary: { ...changed.summary, ...firstPlace(changed) } };
      return createDocument(await reportHtml(retold(given, () => ({ ranking })))).querySelector("#verdict .verdict")
        ?.textContent;
    };
    const won = await verdictOf({ winner: first ?? "", confidence: "medium", tie_groups: [] });
    expect(won).toContain("Probably it is the best of those judged. Other reviewers like these would agree more often");
    const close = await verdictOf(
      { winner: first ?? "", confidence: "medium", doubt: "close-designs", tie_groups: [] },
      0.97,
    );
    expect(close).toContain("even two designs of nearly one quality would now and then score as far apart as these.");
    expect(close).not.toContain("95 %");
    const tie = { winner: null, confidence: "low" as const, tie_groups: [[first ?? "", second ?? ""]] };
    expect(await verdictOf(tie)).toContain("Choose by what they do differently, not by their scores");
    const ahead = await verdictOf(tie, 0.75);
    expect(ahead).toContain("is ahead, but not surely");
    expect(ahead).not.toContain("not by their scores");
  });

  test("shows the score that ranks, also where that is the plain mean", async () => {
    const data = reportCase({ designs: 3, reviewers: 3, method: "mean", failedCells: [[0, 2]] });
    const [first] = data.ranking.designs;
    expect(first?.adjusted_score?.toFixed(1)).not.toBe(first?.average_score?.toFixed(1));
    const shown = createDocument(await reportHtml(data)).querySelector("#designs .figures div:nth-child(2) dd");
    expect(shown?.textContent).toBe(first?.average_score?.toFixed(1) ?? "");
  });

  test("marks a design that addresses its reviewers wherever it stands, and says what it says and who saw it", async () => {
    const view = createDocument(await reportHtml(reportCase({ designs: 3, reviewers: 3, flagged: [1] })));
    expect(view.querySelector("#weakens + ul > li")?.textContent).toMatch(
      /^B addresses its reviewers \(3 flags, by the scan, .+ and .+\): “.+” It is ranked as any other; read it before/,
    );
    expect(view.querySelectorAll(".answer .flag")).toHaveLength(0);
    const first = createDocument(await reportHtml(reportCase({ designs: 3, reviewers: 3, flagged: [0] })));
    expect(first.querySelector(".answer")?.textContent).toContain("A ⚑ addresses its reviewers");
    const marked = Array.from(view.querySelectorAll("#designs .flag, #full .flag, #compare .flag"));
    expect(marked).toHaveLength(3);
    for (const head of Array.from(view.querySelectorAll(".strip thead"))) {
      expect(head.textContent).toContain("addresses its reviewers");
    }
    const said = Array.from(view.querySelectorAll("#account li"), ({ textContent }) => textContent ?? "");
    expect(said.filter((line) => line.includes("highest score"))).toEqual([
      expect.stringMatching(/3 flags, by the scan, .+ and .+\)/),
    ]);
  });

  test("says at the top what is not there", async () => {
    const data = reportCase({ designs: 3, reviewers: 3, failedDesigns: [2], failedCells: [[0, 1]] });
    expect(createDocument(await reportHtml(data)).querySelector("header .notice")?.textContent).toContain(
      "5 of 6 scores are there; there is no design by google/gemini-3-pro; 5 of 6 reviews are there.",
    );
  });

  test("calls designs by letter and reviewers by model in every note, as text and not as Markdown", async () => {
    const none = {
      failedCells: [0, 1, 2].flatMap((design) =>
        design < 2 ? [[design, 2] as const] : [0, 1, 2].map((reviewer) => [design, reviewer] as const),
      ),
    };
    const data = reportCase({ designs: 3, reviewers: 3, model: (at) => `vendor_${at}/_model*${at}*`, ...none });
    const text = createDocument(await reportHtml(data)).querySelector("main")?.textContent ?? "";
    expect(text).toContain("No score: C;");
    expect(text).toContain("Scored nothing: vendor_2/_model*2*;");
    expect(text).not.toMatch(/reviewer-1|design-1|\\[_*]/);
  });

  test("folds a long task, so that the verdict is not pushed out of sight", async () => {
    const task = `${"The queue has to do one more thing. ".repeat(60)}It ends here.`;
    const view = createDocument(await reportHtml(reportCase({ designs: 2, reviewers: 2, task: { task } })));
    expect(view.querySelector("#task > details")?.textContent?.split("It ends here.")).toHaveLength(2);
    expect(view.querySelectorAll("#task > .words")).toHaveLength(0);
  });

  test("leaves the requirements out where no reviewer was asked about them", async () => {
    const data = reportCase({ designs: 2, reviewers: 2 });
    const plain = createDocument(await reportHtml({ ...data, coverage: [] }));
    expect(plain.querySelectorAll("#coverage, nav a[href='#coverage']")).toHaveLength(0);
  });

  test("shows a point that a single reviewer named", async () => {
    const data = reportCase({
      designs: 2,
      reviewers: 3,
      review: (body, design, reviewer) =>
        design === 0 && reviewer === 2 ? { ...body, weaknesses: [...body.weaknesses, "Nobody owns the keys."] } : body,
    });
    const points = createDocument(await reportHtml(data)).querySelector("#points")?.textContent ?? "";
    expect(points).toContain("Nobody owns the keys.");
  });

  test("shows lists, code, tables and emphasis of a design as such, and a link, a picture, HTML or a heading as text", async () => {
    const written = [
      "## Flow",
      "1. insert\n2. **notify**",
      "```sql\nSELECT 1;\n  -- <b>two</b>\n```",
      "| Part | Load |\n|---|--:|\n| API | 5 |",
      "[go](javascript:alert(1)) ![x](https://attacker.invalid/x) <b>bold</b> &lt;i&gt; snake_case_name",
    ].join("\n\n");
    const design = (body: DesignBody) => ({ ...body, architecture_overview: written });
    const view = createDocument(await reportHtml(reportCase({ designs: 2, reviewers: 2, design })));
    const shown = view.querySelector("#design-A .words pre")?.parentElement;
    expect(shown?.querySelector("pre code")?.textContent).toBe("SELECT 1;\n  -- <b>two</b>");
    expect(Array.from(shown?.querySelectorAll("ol li") ?? [], (item) => item.textContent)).toEqual([
      "insert",
      "notify",
    ]);
    expect(shown?.querySelector("ol li strong")?.textContent).toBe("notify");
    expect(Array.from(shown?.querySelectorAll("td") ?? [], (cell) => cell.textContent)).toEqual(["API", "5"]);
    expect(shown?.querySelector("p strong")?.textContent).toBe("Flow");
    expect(shown?.textContent).toContain(
      "[go](javascript:alert(1)) ![x](https://attacker.invalid/x) <b>bold</b> &lt;i&gt; snake_case_name",
    );
    expect(shown?.querySelectorAll("a, img, b, i, h1, h2, h3, [style]")).toHaveLength(0);
  });

  test("shows what models wrote as text, whatever it is", async () => {
    const clean = createDocument(html).querySelectorAll("*").length;
    const data = hostile(reportCase({ designs: 3, reviewers: 3, failedCells: [[1, 2]] }));
    const attacked = createDocument(await reportHtml(data));
    expect(attacked.querySelectorAll("script, img, [onerror], [onload]")).toHaveLength(0);
    expect(attacked.querySelectorAll("*").length).toBeGreaterThan(clean - 200);
    expect(attacked.querySelector("main")?.textContent).toContain("<script>alert(1)</script>");
  });

  test("takes out what a person cannot see", async () => {
    const data = reportCase({
      designs: 2,
      reviewers: 1,
      design: (body) => ({ ...body, title: "Queue\u202Egnp.exe\u200B" }),
    });
    const text = await reportHtml(data);
    expect(text).not.toMatch(/[\u202E\u200B]/u);
  });

  test("stays under its limit with 10 designs, 8 reviewers and long texts, and says what was cut", async () => {
    const long = "A long sentence about the queue and its workers. ".repeat(300);
    const data = reportCase({
      designs: 10,
      reviewers: 8,
      design: (body) => ({ ...body, architecture_overview: long, data_flow: long }),
      review: (body) => ({ ...body, overall_impression: long }),
      rationale: () => long,
    });
    const text = await reportHtml(data);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
    expect(text).toContain("are cut here");
  }, 300_000);

  test("cuts nothing of an ordinary experiment of 10 designs and 8 reviewers", async () => {
    const text = await reportHtml(reportCase({ designs: 10, reviewers: 8 }));
    expect(Buffer.byteLength(text)).toBeLessThan(0.55 * MAX_REPORT_BYTES);
    expect(text).not.toContain("are cut here");
  });

  test("says what there is when a design failed, nobody reviewed and nothing can be compared", async () => {
    const data = reportCase({ designs: 3, reviewers: 2, failedDesigns: [1] });
    const text = createDocument(await reportHtml({ ...data, reviews: [], points: [] })).body.textContent ?? "";
    expect(text).toContain("There is no design by openai/gpt-5.1");
    expect(text).toContain("No review in words was asked for, or none is there.");
  });
});

/** The same data with every text that a model wrote replaced. */
function hostile(data: ReportData): ReportData {
  const swap = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") return KEPT.has(key) ? value : HOSTILE;
    if (Array.isArray(value)) return value.map((item) => swap(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, swap(inner, name)]));
  };
  const texts = { designs: data.designs, reviews: data.reviews, points: data.points };
  return { ...data, ...(swap(texts) as typeof texts) };
}

const KEPT = new Set(
  "design_id reviewer_id reviewers severity risk_assessment started_at finished_at generating_model reviewer_model".split(
    " ",
  ),
);

/** A section that is closed as the page opens has its id inside. */
const sectionsOf = (page: Document): string[] =>
  Array.from(page.querySelectorAll("main > section"), (each) => each.id || (each.querySelector(".inside")?.id ?? ""));

describe("what is closed in a report", () => {
  test("says what is inside, and every link into it leads to a place that a browser opens", async () => {
    const data = reportCase({ designs: 3, reviewers: 3, failedCells: [[1, 2]] });
    const page = createDocument(await reportHtml(data));
    const holds = Array.from(
      page.querySelectorAll(".closed > summary"),
      ({ textContent }) => textContent?.trim() ?? "",
    );
    expect(holds[0]).toBe(
      "Charts and means, overall and of all 5 criteria; 8 answers of 3 reviewers, each with its reasons",
    );
    const [first] = data.ranking.designs;
    const points = data.points.find(({ design_id }) => design_id === first?.design_id);
    expect(holds[1]).toEndWith(
      `${points?.strengths.length} for it, ${points?.weaknesses.length} against it, ${points?.missing.length} that it does not consider; by 3 reviewers`,
    );
    expect(page.querySelectorAll("details[open]")).toHaveLength(0);
    for (const id of ["scores", "compare"]) expect(page.getElementById(id)?.parentElement?.tagName).toBe("DETAILS");
  });

  test("is nothing that decides: verdict, what weakens it, requirements and what each design is stand open", async () => {
    const page = createDocument(await reportHtml(reportCase({ designs: 4, reviewers: 5 })));
    for (const id of ["verdict", "designs", "coverage"])
      expect([id, page.getElementById(id)?.querySelectorAll("details").length]).toEqual([id, 0]);
  });

  test("is not there where nothing is inside", async () => {
    const data = reportCase({ designs: 2, reviewers: 1 });
    const page = createDocument(await reportHtml({ ...data, reviews: [], points: [], scores: [], disagreements: [] }));
    expect(page.querySelectorAll("#scores details, #points details, #disagreements details")).toHaveLength(0);
    expect(page.querySelectorAll("#scores, #points, #disagreements")).toHaveLength(3);
  });
});

describe("what weakens a result", () => {
  const preferring = { beta: 1.2, standard_error: 0.3, beyond_chance: true, unseen: 0.5 };
  const biased = (self_preference: typeof preferring | null) =>
    retold({ designs: 3, reviewers: 3 }, ({ ranking }) => ({
      ranking: { ...ranking, bias: { ...ranking.bias, self_preference } },
    }));
  const listOf = (page: Document) =>
    Array.from(page.querySelectorAll("#weakens + ul > li"), ({ textContent }) => textContent ?? "");

  test("holds self-preference beyond chance, counted beside the verdict and linked from it", async () => {
    const page = createDocument(await reportHtml(biased(preferring)));
    const said = listOf(page);
    expect(said.filter((each) => each.startsWith("Models score their own designs 1.2 points higher"))).toHaveLength(1);
    const counted = page.querySelector('#verdict .verdict a[href="#weakens"]')?.textContent ?? "";
    expect(counted).toBe(
      said.length === 1 ? "One thing weakens this result" : `${said.length} things weaken this result`,
    );
  });

  test("holds none that chance explains, and nothing is counted where nothing weakens it", async () => {
    const page = createDocument(await reportHtml(biased({ ...preferring, beyond_chance: false })));
    expect(listOf(page).join()).not.toContain("their own designs");
    const data = biased(null);
    const bare = { ...data, account: { ...data.account, warnings: [], weakens: [] } };
    const without = createDocument(await reportHtml(bare));
    expect(without.querySelectorAll('#weakens, a[href="#weakens"]')).toHaveLength(0);
  });
});

describe("a plan beside the report", () => {
  const reported = async (tasks: readonly PlanTask[]) => {
    const sheet = planSheet(plan(tasks), "tasks");
    const html = planHtml({ topic: "Durable queue", plan: sheet });
    const report = await reportHtml({ ...reportCase({ designs: 2, reviewers: 2 }), plan: sheet });
    return { html, page: createDocument(html), report: createDocument(report) };
  };

  test("is one line in the report that says how it stands and what is next, and leads to its own page", async () => {
    const { page, report } = await reported(TWELVE);
    expect(report.querySelectorAll("#plan, .plan-drawing, .plan-table")).toHaveLength(0);
    const line = report.querySelector(".top .notice:has(a[href='plan.html'])")?.textContent;
    expect(line).toBe("Plan: 12 tasks: 12 pending. Next: a “Task a”. The whole plan");
    expect(page.querySelector(".top a")?.getAttribute("href")).toBe("report.html");
    const { report: done } = await reported([task("a", [], { status: "completed" })]);
    expect(done.querySelector(".top .notice")?.textContent).toContain("The only task is completed.");
  });

  test("is drawn, and every box leads to its row of a table that says the same", async () => {
    const { page } = await reported(TWELVE);
    const boxes = Array.from(page.querySelectorAll(".plan-drawing a"));
    expect(boxes).toHaveLength(12);
    for (const box of boxes) {
      const row = page.getElementById(box.getAttribute("href")?.slice(1) ?? "");
      expect(row?.querySelector("th code")?.textContent).toBe(box.getAttribute("data-task") ?? "");
      const said = box.querySelector("title")?.textContent ?? "";
      expect(said.includes("on the longest path")).toBe(row?.textContent?.includes("on the longest path") === true);
    }
    const d = page.getElementById("plan-task-6");
    expect(d?.textContent).toContain("d Task d");
    expect(Array.from(d?.querySelectorAll("td") ?? [], ({ textContent }) => textContent)).toEqual([
      "· waits ◆ on the longest path",
      "3",
      "b",
      "high",
      "broad",
      "not said",
    ]);
    expect(d?.querySelector("dl")?.textContent).toBe("Serves requirementsR2Impactproject");
    expect(page.querySelectorAll("[style], script, [onclick], [tabindex='-1']")).toHaveLength(0);
  });

  test("holds 400 tasks in a report that is small enough, and what is wrong with each", async () => {
    const many = Array.from({ length: 400 }, (_, at) =>
      task(`t${at}`, at < 20 ? [] : [`t${at - 20}`, `t${(at * 7) % (at - 10)}`], {
        name: "長い名前の仕事".repeat(20),
        files: Array.from({ length: 20 }, (__, file) => `src/part-${at}/file-${file}.ts`),
      }),
    );
    const { html, page } = await reported(many);
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_REPORT_BYTES);
    expect(page.querySelectorAll(".plan-drawing a")).toHaveLength(400);
    const { page: cycle } = await reported([task("a", ["b"]), task("b", ["a"]), task("m", ["gone"])]);
    expect(cycle.querySelector("#plan-task-2")?.textContent).toContain("To be mended");
    expect(cycle.querySelector("#plan details")?.textContent).toContain(
      "What is wrong with the plan, or to be known: 2",
    );
    expect(cycle.querySelectorAll(".line.closing")).toHaveLength(1);
  });

  test("escapes whatever a file says", async () => {
    const bad = {
      name: HOSTILE,
      files: [HOSTILE, "`x`"],
      requirements: [HOSTILE],
      done_when: [HOSTILE],
      assignee: HOSTILE,
    };
    const { page } = await reported([task(`"><script>`, [], bad), task("b", [HOSTILE], bad)]);
    expect(page.querySelectorAll("script, img, [onload], [onerror], svg svg, foreignObject")).toHaveLength(0);
    expect(page.querySelector("#plan-task-1")?.textContent).toContain(HOSTILE.slice(0, 60));
  });

  test("says so where there is a folder without a task", async () => {
    const { page } = await reported([]);
    expect(page.querySelector("#plan")?.textContent).toContain("0 tasks.");
    expect(page.querySelectorAll(".plan-drawing, .plan-table")).toHaveLength(0);
  });
});
