import {
  CHOOSE_YOURSELF,
  DECIDING,
  type DecisionOffer,
  decideCalled,
  inFolder,
  inFolderHint,
  onlyHere,
  takesPlace,
} from "../../../story/live-decide.ts";
import { Said } from "../said.tsx";
import { useForm } from "./draft.ts";
import { NameField, type OneChoice, OneOf, Send, WordsField } from "./fields.tsx";

/** What is chosen in place of a design, and in place of a folder; nothing else is called so. */
const NONE = "/none";
const HERE = "/here";

/** What a person decides: for which design, why, who, and where that is written; the click is the word. */
export function DecideForm({ of }: { of: DecisionOffer }) {
  const { sha256, designs, proposed, place, record } = of;
  const { draft, refused, busy, held, refuse, set, send } = useForm("decide", sha256, {
    design: "",
    because: "",
    by: "",
    where: "",
  });
  // What was chosen may have gone since.
  const isChosen = draft.design === NONE || designs.some(({ design_id }) => design_id === draft.design);
  const design = isChosen ? draft.design : proposed;
  const folder = place.folder;
  const where = folder === null || draft.where === HERE ? HERE : folder;
  const submit = (): void => {
    if (design === null) refuse(DECIDING.noDesign);
    else if (design === NONE && draft.because.trim() === "") refuse(DECIDING.noReason);
    else
      void send({
        agreed: sha256,
        design: design === NONE ? null : design,
        because: draft.because,
        by: draft.by.trim(),
        // Where the project has a folder that takes none, it is not asked for.
        ...(where === HERE && { where: "experiment" }),
      });
  };
  const choices: OneChoice[] = [
    ...designs.map(({ design_id, letter, title }) => ({
      id: design_id,
      label: `${letter} \u00b7 ${title}`,
      ...(design_id === proposed && { advised: DECIDING.proposed }),
    })),
    { id: NONE, label: DECIDING.none, description: DECIDING.noneHint },
  ];
  return (
    <form
      class="question decide"
      aria-labelledby="next-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {proposed === null && (
        <p>
          <Said of={CHOOSE_YOURSELF} />
        </p>
      )}
      <OneOf
        base="decide-design"
        title={DECIDING.design}
        choices={choices}
        chosen={design}
        choose={(id) => set({ design: id })}
      />
      <WordsField
        id="decide-because"
        label={DECIDING.because}
        value={draft.because}
        set={(because) => set({ because })}
      />
      <NameField id="decide-by" label={DECIDING.by} value={draft.by} set={(by) => set({ by })}>
        {DECIDING.byHint}
      </NameField>
      <OneOf
        base="decide-where"
        title={DECIDING.where}
        choices={[
          ...(place.folder === null
            ? []
            : [
                {
                  id: place.folder,
                  label: inFolder(place.folder),
                  description: inFolderHint(place, design !== NONE),
                },
              ]),
          { id: HERE, label: DECIDING.here, description: DECIDING.hereHint },
        ]}
        chosen={where}
        choose={(id) => set({ where: id })}
      />
      {place.folder === null &&
        onlyHere(place).map((each) => (
          <p class="lead">
            <Said of={each} />
          </p>
        ))}
      {record && (
        <p class="lead">
          <Said of={takesPlace(record)} />
        </p>
      )}
      <Send busy={busy} held={held} busyCalled={DECIDING.busy} refused={refused}>
        {decideCalled(of, design === NONE ? null : (design ?? undefined))}
      </Send>
    </form>
  );
}
