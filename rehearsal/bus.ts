import { type JsonObject, jsonObjectsIn } from "./json-in-text.ts";

/** What a server says of itself while it runs. */
export type Bus = {
  /** Events of the host's bus since the start, in order. */
  events: JsonObject[];
  /** The first event that fits, past or to come; rejects after `ms` milliseconds (150,000). */
  waitFor(fits: (event: JsonObject) => boolean, ms?: number): Promise<JsonObject>;
};

/** Gathers the events of the bus until the signal fires. */
export function listen(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Bus {
  const events: JsonObject[] = [];
  const watchers = new Set<(event: JsonObject) => void>();
  const gather = async () => {
    const response = await fetch(url, { headers, signal });
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of response.body ?? []) {
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const { value } of blocks.flatMap(jsonObjectsIn)) {
        events.push(value);
        for (const watcher of watchers) watcher(value);
      }
    }
  };
  gather().catch(() => {
    // The server was stopped.
  });
  return {
    events,
    waitFor: (fits, ms = 150_000) =>
      new Promise((resolve, reject) => {
        const found = events.find(fits);
        if (found) return resolve(found);
        const timer = setTimeout(() => done(null), ms);
        const watcher = (event: JsonObject) => {
          if (fits(event)) done(event);
        };
        const done = (event: JsonObject | null) => {
          clearTimeout(timer);
          watchers.delete(watcher);
          if (event) resolve(event);
          else reject(new Error(`No event that fits came within ${ms} ms; ${events.length} others did`));
        };
        watchers.add(watcher);
      }),
  };
}
