import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of so many megabytes, mounted in a folder of its own. Only where `canMount`. */
export function smallDisk(megabytes: number): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), "designlab-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir]);
  const remove = (): void => {
    spawnSync("umount", [dir]);
    rmSync(dir, { recursive: true, force: true });
  };
  if (status === 0) return { dir, remove };
  remove();
  throw new Error("No disk can be mounted here");
}

/** Whether a disk can be mounted here, as root may on Linux. */
export const canMount = ((): boolean => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    smallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
})();
