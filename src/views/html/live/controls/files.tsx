import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { FileFact } from "../../../../questions/files.ts";
import { IMAGES, MAX_FILE_BYTES, MAX_FILES } from "../../../../questions/limits.ts";
import { fileRefused, firstTaken, TO_DO } from "../../../../story/answering.ts";
import { control, type Fields } from "../control.ts";
import { upload } from "../send.ts";

type Draft = { files: FileFact[] };

/** How many files of a question are on their way, by its id: whoever gave them may look at another question meanwhile. */
const coming = signal<Readonly<Record<string, number>>>({});
const comingOf = (id: string): number => coming.value[id] ?? 0;
const come = (id: string, more: number): void => {
  coming.value = { ...coming.value, [id]: comingOf(id) + more };
};

export const askImageControl = control<"ask_image", Draft>({
  draft: (_, answer) => ({ files: answer?.images ?? [] }),
  answer: ({ id }, { files }) =>
    comingOf(id) > 0 ? TO_DO.coming : files.length === 0 ? TO_DO.picture : { images: files },
  Fields: (given) => <Files {...given} accept={given.question.accept ?? IMAGES} noun="picture" />,
});

export const askFileControl = control<"ask_file", Draft>({
  draft: (_, answer) => ({ files: answer?.files ?? [] }),
  answer: ({ id }, { files }) => (comingOf(id) > 0 ? TO_DO.coming : files.length === 0 ? TO_DO.file : { files }),
  Fields: (given) => <Files {...given} accept={given.question.accept ?? []} noun="file" />,
});

/** Addresses of pictures that were given on this page, by where they are kept. */
const pictures = new Map<string, string>();

/** What was given so far, with what is taken, and a way to give more: the button, dropping, pasting. */
function Files({ question, draft: { files }, set, base, labelled, accept, noun }: FilesProps) {
  const [refused, refuse] = useState<string[]>([]);
  const [over, hover] = useState(false);
  const left = comingOf(question.id);
  const { multiple = false, max_bytes: most = MAX_FILE_BYTES } = question;

  async function give(list: FileList | null | undefined): Promise<void> {
    const all = [...(list ?? [])];
    if (all.length === 0) return;
    const wrong: string[] = [];
    const taken = multiple ? all : all.slice(0, 1);
    come(question.id, taken.length);
    for (const file of taken) {
      const came = await one(file);
      if (typeof came === "string") wrong.push(came);
      else set(({ files: now }) => ({ files: multiple ? withFile(now, came) : [came] }));
      come(question.id, -1);
    }
    if (!multiple && all.length > 1) wrong.push(firstTaken(noun));
    refuse(wrong);
  }

  /** Keeps one, or says why not. What a file is its bytes tell, so that the server says it. */
  async function one(file: File): Promise<FileFact | string> {
    if (file.size > most) return fileRefused(file.name, { size: size(file.size), most: size(most) });
    const came = await upload(question.id, file);
    if (typeof came === "string") return fileRefused(file.name, { said: came });
    const isPicture = (IMAGES as readonly string[]).includes(came.mime_type);
    if (noun === "picture" && !isPicture) return fileRefused(file.name, { type: came.mime_type });
    if (isPicture) pictures.set(came.path, URL.createObjectURL(new Blob([file], { type: came.mime_type })));
    return came;
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are beside the button, which does the same.
    <div
      class={over ? "files over" : "files"}
      onDragOver={(event) => {
        event.preventDefault();
        hover(true);
      }}
      onDragLeave={() => hover(false)}
      onDrop={(event) => {
        event.preventDefault();
        hover(false);
        void give(event.dataTransfer?.files);
      }}
      onPaste={(event) => void give(event.clipboardData?.files)}
    >
      <input
        type="file"
        class="hidden"
        id={`${base}-file`}
        multiple={multiple}
        accept={accept.join(",")}
        aria-labelledby={`${labelled} ${base}-give`}
        onChange={({ currentTarget }) => {
          void give(currentTarget.files);
          currentTarget.value = "";
        }}
      />
      <label for={`${base}-file`} id={`${base}-give`} class="button">
        Choose {multiple ? `${noun}s` : `a ${noun}`}
      </label>
      <span class="lead"> or drop {multiple ? "them" : "it"} here, or paste.</span>
      <p class="lead">
        {accept.length > 0 && `Taken: ${accept.map((each) => each.replace("image/", "")).join(", ")}. `}
        At most {size(most)}
        {multiple && ` each, ${MAX_FILES} in all`}.
      </p>
      <div role="status">
        {left > 0 && (
          <p>
            Keeping {left === 1 ? "it" : `${left} of them`} {"\u2026"}
          </p>
        )}
      </div>
      {refused.length > 0 && (
        <div class="refused" role="alert">
          {refused.map((each) => (
            <p dir="auto">{each}</p>
          ))}
        </div>
      )}
      <ul class="given">
        {files.map((file) => (
          <li key={file.path}>
            {pictures.has(file.path) ? (
              <img src={pictures.get(file.path)} alt="" />
            ) : (
              <span class="paper" aria-hidden="true">
                {"\u25a4"}
              </span>
            )}
            <span class="what">
              <bdi>{file.filename}</bdi>
              <span class="aside">
                {" "}
                {file.mime_type}, {size(file.bytes)}
              </span>
            </span>
            <button
              type="button"
              class="button"
              onClick={() => set(({ files: now }) => ({ files: now.filter(({ path }) => path !== file.path) }))}
            >
              Remove<span class="hidden"> {file.filename}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const withFile = (files: FileFact[], one: FileFact): FileFact[] =>
  files.some(({ path }) => path === one.path) ? files : [...files, one].slice(0, MAX_FILES);

type FilesProps = Fields<"ask_image" | "ask_file", Draft> & { accept: readonly string[]; noun: "picture" | "file" };

/** Bytes as people say them: "20 MB", "1.2 MB", "34 kB", "120 bytes". */
function size(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const [value, unit] = bytes < 999_500 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ${unit}`;
}
