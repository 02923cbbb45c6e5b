import { join, resolve } from "node:path";

type HostPlaces = {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The system's folder for temporary files. */
  temporary: string;
};

type HostFolders = {
  /** Where the host puts ripgrep when it has to fetch it. */
  bin: string;
  /** Folders and files that no designer is to read; absolute, they need not exist. */
  own: string[];
};

/**
 * Where the host keeps transcripts, saved tool outputs, logs and keys (data), state, cache, configuration and what is
 * temporary: derived as both its generations derive it, from XDG_*_HOME or the home folder, then OPENCODE_CONFIG_DIR,
 * OPENCODE_CONFIG and OPENCODE_DB. Relative ones start from the folder of the process, as with the host.
 */
export function hostFolders({ home, env, temporary }: HostPlaces): HostFolders {
  const folder = (name: string, ...usual: string[]) => resolve(env[name] || join(home, ...usual), "opencode");
  const data = folder("XDG_DATA_HOME", ".local", "share");
  const cache = folder("XDG_CACHE_HOME", ".cache");
  const configured = [env.OPENCODE_CONFIG_DIR, env.OPENCODE_CONFIG].flatMap((path) => (path ? [resolve(path)] : []));
  const database = env.OPENCODE_DB && env.OPENCODE_DB !== ":memory:" ? [resolve(data, env.OPENCODE_DB)] : [];
  return {
    bin: join(cache, "bin"),
    own: [
      data,
      folder("XDG_STATE_HOME", ".local", "state"),
      cache,
      folder("XDG_CONFIG_HOME", ".config"),
      resolve(temporary, "opencode"),
      ...configured,
      // SQLite keeps what was written last beside the database.
      ...database.flatMap((path) => [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]),
    ],
  };
}
