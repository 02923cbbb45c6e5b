import { describe, expect, test } from "bun:test";
import { contentType } from "../../src/store/given.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");
const utf8 = (text: string): Uint8Array => Buffer.from(text);

const TYPES: [what: string, head: Uint8Array, name: string, mime_type: string, extension: string][] = [
  ["PNG", bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "a.png", "image/png", "png"],
  ["PNG by any name", bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "a.html", "image/png", "png"],
  ["JPEG", bytes("\xff\xd8\xff\xe0\0\x10JFIF\0"), "a", "image/jpeg", "jpeg"],
  ["GIF", bytes("GIF89a\x01\0\x01\0\x80\0\0"), "a.gif", "image/gif", "gif"],
  ["WebP", bytes("RIFF\x10\0\0\0WEBPVP8 "), "a.webp", "image/webp", "webp"],
  ["AVIF", bytes("\0\0\0\x20ftypavif\0\0\0\0avifmif1"), "a.avif", "image/avif", "avif"],
  ["PDF", utf8("%PDF-1.7\n%\u00e2\n"), "a.txt", "application/pdf", "pdf"],
  ["an archive", bytes("PK\x03\x04\x14\0\0\0\xff\xff"), "a.bin", "application/zip", "zip"],
  [
    "a document in an archive",
    bytes("PK\x03\x04\x14\0\0\0\xff\xff"),
    "a.docx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "docx",
  ],
  ["an archive that is called a picture", bytes("PK\x03\x04\x14\0\0\0\xff\xff"), "a.png", "application/zip", "zip"],
  ["text", utf8("\u8A9E \u0639"), "notes", "text/plain", "txt"],
  ["a table", utf8("a,b\n1,2"), "A.CSV", "text/csv", "csv"],
  ["a table by tabs", utf8("a\tb\n1\t2"), "a.tsv", "text/tab-separated-values", "tsv"],
  ["HTML that is called a picture", utf8("<!doctype html><p>"), "a.png", "text/plain", "txt"],
  ["SVG", utf8('<svg xmlns="http://www.w3.org/2000/svg"/>'), "a.svg", "text/plain", "txt"],
  ["SVG with a sign no text has", bytes("<svg\0>"), "a.svg", "application/octet-stream", "bin"],
  ["text that begins as a bitmap does", utf8("BM and MZ are signs"), "a.bmp", "text/plain", "txt"],
  ["nothing", new Uint8Array(), "a.json", "application/json", "json"],
  ["anything else", bytes("\0\x01\x02\xff"), "a.png", "application/octet-stream", "bin"],
];

describe("contentType() of", () => {
  for (const [what, head, name, mime_type, extension] of TYPES) {
    test(`${what}, ${name}, is ${mime_type}`, async () =>
      expect(await contentType(head, name)).toEqual({ mime_type, extension }));
  }

  test("text whose last letter is cut off by the end of what is looked at is text", async () => {
    const head = Buffer.from(`x${"\u8A9E".repeat(30_000)}`).subarray(0, 65_536);
    expect((await contentType(head, "a.md")).mime_type).toBe("text/markdown");
  });
});
