/** The part of the host's configuration that says whether it takes snapshots; the host reads it at every snapshot. */
type Switch = { snapshot?: boolean };

/**
 * OpenCode 1 takes a snapshot of the project with git before and after every request of every session, one at a time
 * for a repository, so that the person can undo. Sessions of the lab change no file: while no other session is at work
 * in the folder, the lab spares them. A session that calls the lab waits for it and takes its own snapshots before and
 * after. `isOwn` says whether a session is the lab's.
 */
export function createSnapshots(isOwn: (sessionID: string) => boolean) {
  let config: Switch = {};
  let wanted: boolean | undefined;
  const calls = new Map<string, number>();
  /** Sessions at work; false while the host has not yet said so itself, for a late word of the last turn's end. */
  const working = new Map<string, boolean>();

  function apply(): void {
    if (wanted === false) return;
    const alone = calls.size > 0 && [...working.keys()].every((id) => calls.has(id) || isOwn(id));
    if (alone) config.snapshot = false;
    else if (wanted === undefined) delete config.snapshot;
    else config.snapshot = wanted;
  }

  return {
    /** The configuration as the host will use it. */
    configured(given: Switch): void {
      config = given;
      wanted = given.snapshot;
      apply();
    },
    /** A session calls the lab; returns what says that the call has ended. */
    called(sessionID: string): () => void {
      calls.set(sessionID, (calls.get(sessionID) ?? 0) + 1);
      apply();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (calls.get(sessionID) ?? 1) - 1;
        if (left > 0) calls.set(sessionID, left);
        else calls.delete(sessionID);
        apply();
      };
    },
    /** Somebody says something in a session: the host has not begun to work on it. */
    said(sessionID: string): void {
      if (isOwn(sessionID) || calls.has(sessionID)) return;
      working.set(sessionID, false);
      apply();
    },
    /** The host says whether it is at work on a session. */
    worked(sessionID: string, idle: boolean): void {
      if (!idle) working.set(sessionID, true);
      else if (working.get(sessionID) === true) working.delete(sessionID);
      apply();
    },
  };
}
