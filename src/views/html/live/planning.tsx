import { BEGINNING } from "../../../story/live-offer.ts";
import {
  type LivePlanning,
  PLACING,
  type PlanOffer,
  planCalled,
  planOfferSaid,
  tasksInto,
  WRITING,
} from "../../../story/live-plan.ts";
import { NEEDS_OWN } from "../../../story/page-grade.ts";
import { useDraft } from "../client/drafts.ts";
import { OwnPageNeeded } from "../client/raise.tsx";
import { grade } from "../client/server-proof.ts";
import { Said } from "../said.tsx";
import { TheirWords } from "../words.tsx";
import { shownKey } from "./connection.ts";
import { useSending } from "./draft.ts";
import { OneOf, Send } from "./fields.tsx";

/** What stands for the experiment's own folder; no folder of the project is called so. */
const HERE = "/here";

/** What a person can have done with the plan: made, changed as they said, or its tasks written where this says. */
export function PlanForm({ of: { offer, beginning, why } }: { of: LivePlanning }) {
  const { busy, held, refused, send } = useSending(`plan ${offer?.step ?? ""}`, offer?.sha256 ?? "");
  // The form is gone while somebody is at work.
  const { draft, set } = useDraft(`${shownKey.value ?? ""} plan`, { here: false });
  if (beginning) return <p role="status">{BEGINNING}</p>;
  if (offer === null) return null;
  const { folder = null, begun = false } = offer.place ?? {};
  const inExperiment = folder === null || (draft.here && !begun);
  const isWriting = offer.step === "write";
  const where = isWriting && inExperiment && !begun ? { where: "experiment" } : {};
  return (
    <form
      class="question"
      aria-labelledby="next-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(isWriting ? "write" : "plan", { agreed: offer.sha256, ...where });
      }}
    >
      {offer.place && (
        <Places of={offer.place} chosen={inExperiment ? HERE : (folder ?? HERE)} choose={(here) => set({ here })} />
      )}
      {grade.value === "person" ? (
        <Send busy={busy} held={held} busyCalled={isWriting ? WRITING : BEGINNING} refused={refused || why}>
          {planCalled(offer)}
        </Send>
      ) : (
        <>
          <p>
            <strong>{planCalled(offer)}</strong>
          </p>
          {why !== "" && (
            <p class="refused" role="alert">
              <TheirWords of={why} />
            </p>
          )}
        </>
      )}
      <OwnPageNeeded>{isWriting ? NEEDS_OWN.decision : NEEDS_OWN.run}</OwnPageNeeded>
      {planOfferSaid(offer).map((each) => (
        <p class="lead">
          <Said of={each} />
        </p>
      ))}
    </form>
  );
}

/** Where the files of the tasks can go; where some lie already, they all go there. */
function Places({ of, chosen, choose }: PlacesProps) {
  const { folder, why, begun } = of;
  const own = { id: HERE, label: PLACING.here, description: PLACING.hereHint };
  const inProject = folder === null ? [] : [{ id: folder, label: tasksInto(folder), description: PLACING.folderHint }];
  return (
    <>
      <OneOf
        base="plan-where"
        title={PLACING.where}
        choices={begun && folder !== null ? inProject : [...inProject, own]}
        chosen={chosen}
        choose={(id) => choose(id === HERE)}
      />
      {why !== "" && (
        <p class="lead">
          <TheirWords of={why} />
        </p>
      )}
    </>
  );
}

type PlacesProps = {
  of: NonNullable<PlanOffer["place"]>;
  chosen: string;
  /** Whether they are to stay in the experiment. */
  choose(here: boolean): void;
};
