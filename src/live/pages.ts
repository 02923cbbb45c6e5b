import type { LiveOptions, LiveServer } from "./server.ts";

/** The live pages of one project: at most one server, started when it is first asked for and again once it stopped. */
export type Pages = {
  /** Where the page is, of one experiment where its folder is given. */
  at(options: LiveOptions, dir?: string): Promise<{ address: string; port: number }>;
};

export function createPages(): Pages {
  let server: LiveServer | null = null;
  return {
    async at(options, dir) {
      if (!server?.isOpen()) {
        const { startLiveServer } = await import("./server.ts");
        server = await startLiveServer(options);
      }
      return { address: server.address(dir), port: server.port };
    },
  };
}
