import { useState } from "preact/hooks";
import { stop, stopping } from "./connection.ts";

/** Stops the run, after a second word: what is finished stays, what runs is lost. */
export function StopButton() {
  const [sure, setSure] = useState(false);
  if (stopping.value === "asked") return <span role="status">Stopping …</span>;
  if (!sure) {
    return (
      <>
        <button type="button" class="button" onClick={() => setSure(true)}>
          Stop the run
        </button>
        {stopping.value === "failed" && (
          <span role="alert"> It could not be asked to stop; stop it where it runs.</span>
        )}
      </>
    );
  }
  return (
    <>
      <span>What is finished stays, and the run can be gone on with. </span>
      <button
        type="button"
        class="button danger"
        onClick={() => {
          setSure(false);
          void stop();
        }}
      >
        Stop now
      </button>{" "}
      <button type="button" class="button" onClick={() => setSure(false)}>
        Let it run
      </button>
    </>
  );
}
