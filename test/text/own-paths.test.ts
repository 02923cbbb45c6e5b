import { expect, test } from "bun:test";
import { mapTexts } from "../../src/text/map-texts.ts";
import { asDocument, asHome, asProject, withoutOwnPaths } from "../../src/text/own-paths.ts";

const PATHS = [...asHome("/home/ann"), ...asProject("/home/ann/work/shop_1"), ...asDocument("/home/ann/x & y/doc.md")];

test.each([
  ["/home/ann/work/shop_1/src/a.ts", "src/a.ts"],
  ["in /home/ann/work/shop_1.", "in shop_1."],
  ["/home/ann/work/shop_1-old/a", "~/work/shop_1-old/a"],
  ["/home/annabel/a and /home/ann.old", "/home/annabel/a and /home/ann.old"],
  ["/mnt/home/ann/a", "/mnt/home/ann/a"],
  ["file:///home/ann/a", "file://~/a"],
  ['{"file":"/home/ann/x & y/doc.md"}', '{"file":"doc.md"}'],
  ["<bdi>/home/ann/x &amp; y/doc.md (a document)</bdi>", "<bdi>doc.md (a document)</bdi>"],
  ["by /home/ann/x \\& y/doc.md, in /home/ann/work/shop\\_1/src", "by doc.md, in src"],
  ["", ""],
])("%s is told as %s", (text, told) => {
  expect(withoutOwnPaths(text, PATHS)).toBe(told);
});

test("paths of Windows are found as they stand and as JSON has them", () => {
  const paths = asHome("C:\\Users\\ann");
  expect(withoutOwnPaths("C:\\Users\\ann\\a.md", paths)).toBe("~/a.md");
  expect(withoutOwnPaths(JSON.stringify("C:\\Users\\ann\\a.md"), paths)).toBe('"~/a.md"');
});

test("a folder in the root stays, for it may be an address", () => {
  expect(withoutOwnPaths("GET /app/users, /root/a", [...asProject("/app"), ...asHome("/root"), ...asHome("/")])).toBe(
    "GET /app/users, /root/a",
  );
});

test("of a value every string is told so, and no key", () => {
  expect(mapTexts({ "/home/ann": ["/home/ann/a", 1, null] }, (text) => withoutOwnPaths(text, PATHS))).toEqual({
    "/home/ann": ["~/a", 1, null],
  });
});
