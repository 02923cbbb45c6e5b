import { readGuard } from "../../store/guard-switch.ts";
import { projectFile } from "../../store/private.ts";
import { stampOf } from "../../store/stamp.ts";
import { guardRow } from "../../story/guard.ts";
import type { ScreenPlaces } from "./ledgers.ts";

/** How often the switch is looked at, milliseconds. */
const LOOK_EVERY = 2_000;

/** Tells the row about the gate of a project, null while it is off, at every change of the person's switch. */
export function watchGuard(placesOf: () => ScreenPlaces, tell: (row: string | null) => void): { dispose(): void } {
  let seen = "";
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const places = placesOf();
      const now = `${places.directory} ${await stampOf(projectFile(places, "guard"))}`;
      if (now === seen) return;
      const on = await readGuard(places);
      seen = now;
      tell(on === null ? null : guardRow(on));
    } catch {
      // What cannot be read now is looked at again.
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY);
  void look();
  return { dispose: () => clearInterval(timer) };
}
