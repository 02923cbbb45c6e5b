import { type Static, Type } from "@sinclair/typebox";
import { inline, md } from "../text/markdown.ts";
import { count, listText } from "../text/numbers.ts";
import { IMAGES, MAX_FILE_BYTES, MAX_FILES } from "./limits.ts";
import { closed, needs, needsNot, type Refusal, row } from "./row.ts";

/** A file inside the folder of the questions: no way out of it, and nothing that a disk reads as more than a name. */
export const PATH = '^(?!.{0,512}\\.\\.)[^\\x00-\\x1f\\x7f/\\\\:*?"<>|][^\\x00-\\x1f\\x7f\\\\:*?"<>|]{0,511}$';
export const MIME = "^[a-z]{1,20}/[a-z0-9][a-z0-9.+-]{0,99}$";
const ACCEPT = "^(?:[a-z]{1,20}/(?:\\*|[a-z0-9][a-z0-9.+-]{0,99})|\\.[a-z0-9]{1,16})$";

/** What is known of a file that was given; its bytes lie at `path`, below the folder of questions.jsonl. */
export const FileFact = closed({
  filename: Type.String({ minLength: 1, maxLength: 255, description: "What the person's file is called" }),
  mime_type: Type.String({ pattern: MIME, description: "By its content" }),
  path: Type.String({ pattern: PATH, description: "Below the folder of the questions, with slashes" }),
  bytes: Type.Integer({ minimum: 0, maximum: MAX_FILE_BYTES, description: "How large it is" }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "Of its bytes" }),
});
export type FileFact = Static<typeof FileFact>;

const fields = {
  multiple: Type.Optional(Type.Boolean({ description: "Whether more than one may be given" })),
  accept: Type.Optional(
    Type.Array(Type.String({ pattern: ACCEPT }), {
      minItems: 1,
      maxItems: 20,
      description: "Types that are taken: image/png, image/*, .csv; any when absent",
    }),
  ),
  max_bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FILE_BYTES, description: "Bytes of each at most" })),
};
type Asked = { multiple?: boolean; accept?: string[]; max_bytes?: number };

const Files = Type.Array(FileFact, { minItems: 1, maxItems: MAX_FILES, description: "The files that were given" });

function refused(
  { multiple, accept, max_bytes: most = MAX_FILE_BYTES }: Asked,
  files: FileFact[],
  name: string,
): Refusal | null {
  if (multiple !== true && files.length > 1) return needsNot("one file", String(files.length), [name]);
  for (const [at, { bytes, mime_type: type, filename }] of files.entries()) {
    if (bytes > most) return needs(`at most ${most}`, bytes, [name, at, "bytes"]);
    const fits = (each: string): boolean =>
      each.startsWith(".")
        ? filename.toLowerCase().endsWith(each)
        : each.endsWith("/*")
          ? type.startsWith(each.slice(0, -1))
          : each === type;
    if (accept && !accept.some(fits)) return needs(`one of ${accept.join(", ")}`, type, [name, at, "mime_type"]);
  }
  return null;
}

const onPage = (what: "an image" | "a file", typed: string): Refusal =>
  needs(`${what}, given on the page or by its path in a line that the person typed`, typed);

const given = (files: FileFact[]) =>
  md`You gave ${count(files.length, "file")}: ${listText(
    files.map(({ filename }) => inline(filename, 60)),
    5,
  )}.`;

export const askImage = row({
  summary: "pictures: a sketch, a screenshot",
  fields,
  answer: closed({ images: Files }),
  refuses(question, { images }) {
    const at = images.findIndex(({ mime_type: type }) => !(IMAGES as readonly string[]).includes(type));
    if (at >= 0) return needs(`one of ${IMAGES.join(", ")}`, images[at]?.mime_type, ["images", at, "mime_type"]);
    return refused(question, images, "images");
  },
  text: ({ multiple }) =>
    md`Give ${multiple ? "images" : "an image"} on the page, or type the path of one as the answer.`,
  read: (_, typed) => onPage("an image", typed),
  understood: (_, { images }) => given(images),
});

export const askFile = row({
  summary: "files: an export, a log, a document",
  fields,
  answer: closed({ files: Files }),
  refuses: (question, { files }) => refused(question, files, "files"),
  text: ({ multiple }) => md`Give ${multiple ? "files" : "a file"} on the page, or type the path of one as the answer.`,
  read: (_, typed) => onPage("a file", typed),
  understood: (_, { files }) => given(files),
});
