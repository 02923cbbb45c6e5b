import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import fc from "fast-check";
import { parseLenient } from "../../src/session/lenient-json.ts";
import { readReply } from "../../src/session/reply.ts";
import { expectLinear, repeated } from "../support/growth.ts";

const Text = Type.Object({ text: Type.String() });
/** The text that is read out of a string of JSON, whose inside stands here as the model wrote it. */
const read = (raw: string) => {
  const reply = readReply(`{"text": "${raw}"}`, Text);
  return reply.ok ? { text: reply.value.text, doubts: reply.doubts ?? [] } : { errors: reply.errors };
};
const raw = String.raw;

describe("a backslash", () => {
  test("stays before every character that JSON does not escape", () => {
    const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
    const unknown = ascii.filter((char) => !"\"\\/bfnrtu'".includes(char));
    for (const char of unknown) expect(read(`a\\${char}b`)).toEqual({ text: `a\\${char}b`, doubts: [] });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...unknown), { minLength: 1 }), (chars) => {
        const text = chars.map((char) => `x\\${char}`).join(" ");
        expect(read(text)).toEqual({ text, doubts: [] });
      }),
    );
  });

  const kept = [
    raw`^\d{4}-\w+$`,
    raw`ids match ^\d{4}-\w+$ and lie in d:\proj\src\main`,
    raw`\frac{1}{2} + \beta`,
    raw`\bfoo\b`,
    raw`\b[A-Z]+\b`,
    raw`\rho \right)`,
    raw`\alpha \text{if} \nabla \times \theta`,
    raw`\theta`,
    raw`\nabla f`,
    raw`\sum \nabla \cdot \tau`,
    raw`\p{L} in C:\new\table`,
    raw`\u{1F600} \unit \u12`,
    raw`C:\users\me`,
    raw`a \(b\) \[c\] \$d`,
    raw`s/it'\''s/x/`,
  ];
  for (const text of kept) test(`stays in ${text}`, () => expect(read(text)).toEqual({ text, doubts: [] }));

  test("makes the escapes of JSON, where nothing speaks against them", () => {
    expect(read(raw`a\nb\tc\r\n\"d\" \\ \/ \u00e9`)).toEqual({ text: 'a\nb\tc\r\n"d" \\ / \u00e9', doubts: [] });
    expect(read(raw`{\n\treturn x;\n}\nsecond`)).toEqual({ text: "{\n\treturn x;\n}\nsecond", doubts: [] });
    expect(read(raw`\\frac \\d \\n`)).toEqual({ text: raw`\frac \d \n`, doubts: [] });
    expect(read(raw`it\'s`)).toEqual({ text: "it's", doubts: [] });
    expect(parseLenient(raw`['it\'s', 'a\"b']`)).toEqual(["it's", 'a"b']);
  });

  test("makes a line break beside one that stays only where no lower-case letter follows", () => {
    expect(read(raw`ids: \d+\n- names: \w+\nThen`)).toEqual({ text: "ids: \\d+\n- names: \\w+\nThen", doubts: [] });
  });

  test("that can be read in two ways is kept and asked about", () => {
    const reply = read(raw`\d+ \next`);
    expect(reply.text).toBe(raw`\d+ \next`);
    expect(reply.doubts).toHaveLength(1);
    expect(reply.doubts?.[0]).toContain(raw`\d+ \next`);
  });

  test("is read as a line break, and asked about, where the text has such elsewhere", () => {
    const reply = read(raw`use /^\d+$/\n\nthen\nfunction`);
    expect(reply.text).toBe("use /^\\d+$/\n\nthen\nfunction");
    expect(reply.doubts).toHaveLength(1);
  });

  test("is asked about in a path that JSON can read", () => {
    expect(read(raw`in C:\new\table`).doubts).toHaveLength(1);
    expect(read(raw`a: b\nc: d\ne`).doubts).toEqual([]);
  });

  test("before a line break of the text stays, as a shell needs it", () => {
    expect(parseLenient('["run \\\n -v"]')).toEqual(["run \\\n -v"]);
  });
});

test("backslashes are read in time that grows with the length", () => {
  for (const unit of ["\\", "\\d", "\\n", "\\na", "\\n \\d", "C:\\na", "\\u", "\\'", "'\\'", "\\text", '\\"'])
    for (const start of ['{"text": "', '{"text": "\\d'])
      expectLinear(
        JSON.stringify([start, unit]),
        (length) => void readReply(`${repeated(unit, length, start)}"}`, Text),
        100_000,
      );
});
