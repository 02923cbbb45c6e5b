import { MAX_NAME } from "../../../artifacts/said-bounds.ts";
import { ballotFileSaid, GO_ON_FROM, VOTE_PARTS } from "../../../story/judge-page.ts";
import { Said } from "../said.tsx";
import { Section } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { changeFileDraft, fileDraft, fileOutcome, loadFile, saveFile } from "./file-desk.ts";
import { BallotForm, Heading } from "./form.tsx";
import type { Sheet } from "./sheet.ts";

/** A ballot that is a file: it is saved as a file, and asks for a name where it is nobody's. */
export function FilePage({ sheet }: { sheet: Sheet }) {
  const said = fileDraft.value;
  if (said === null) return null;
  return (
    <div class="ballot">
      <Heading of={sheet} />
      <main>
        <Section id="begin" {...VOTE_PARTS.file}>
          {sheet.person === null && (
            <div class="field short">
              <label for="name">Your name</label>
              <input
                id="name"
                dir="auto"
                autocomplete="name"
                maxLength={MAX_NAME}
                value={said.name}
                onInput={({ currentTarget }) => changeFileDraft(sheet, { name: currentTarget.value })}
              />
            </div>
          )}
          <p class="actions">
            <input
              id="load"
              class="hidden"
              type="file"
              accept=".json,application/json"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                currentTarget.value = "";
                if (file) void loadFile(sheet, file);
              }}
            />
            <label class="button" for="load">
              {GO_ON_FROM}
            </label>
          </p>
          {fileOutcome.value?.state !== "saved" && <Outcome />}
        </Section>
        <BallotForm
          sheet={sheet}
          draft={said}
          change={(part) => changeFileDraft(sheet, part)}
          end={{
            title: "That is all",
            button: "Save my ballot",
            finish: () => saveFile(sheet, said),
            before: fileOutcome.value?.state === "saved" && <Outcome />,
          }}
        />
      </main>
    </div>
  );
}

function Outcome() {
  const came = fileOutcome.value;
  if (came === null) return null;
  if (came.state === "refused")
    return (
      <p class="refused" role="alert">
        <TheirWords of={came.why} />
      </p>
    );
  return (
    <p class="notice" role="status">
      <Said of={ballotFileSaid(came.state, came.file)} />
    </p>
  );
}
