type Environment = Readonly<Record<string, string | undefined>>;

/** Why no browser can be opened here; null where one can. Over SSH it would open on the other machine. */
export function noBrowser(env: Environment, platform: NodeJS.Platform): "ssh" | "told-not-to" | "no-display" | null {
  if (env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT) return "ssh";
  if (env.BROWSER === "none" || env.CI) return "told-not-to";
  if (platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return "no-display";
  return null;
}

/** Opens an address in the person's browser; false when that cannot be begun. */
export async function showPage(address: string): Promise<boolean> {
  const { default: open } = await import("open");
  try {
    const opened = await open(address);
    // A command that is not there is told by an event, which nobody else listens to.
    return await new Promise<boolean>((resolve) => {
      opened.once("error", () => resolve(false));
      opened.once("spawn", () => resolve(true));
      if (opened.pid !== undefined) resolve(true);
    });
  } catch {
    return false;
  }
}
