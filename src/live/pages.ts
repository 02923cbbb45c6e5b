import type { Invited } from "./own-server.ts";
import { keptFile } from "./private-files.ts";
import type { LiveOptions, LiveServer } from "./server.ts";

/** The live pages of one project: at most one server, started when it is first asked for and again once it stopped. */
export type Pages = {
  /** Leads once to the page, that of one experiment where its folder is given. */
  invite(options: Omit<LiveOptions, "kept">, dir?: string): Promise<Invited>;
};

export function createPages({ directory, home, env }: Parameters<typeof keptFile>[0]): Pages {
  const kept = keptFile({ directory, home, env });
  let server: LiveServer | null = null;
  return {
    async invite(options, dir) {
      if (!server?.isOpen()) {
        const { startLiveServer } = await import("./server.ts");
        server = await startLiveServer({ ...options, kept });
      }
      return server.invite(dir);
    },
  };
}
