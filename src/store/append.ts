import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Whatever stands there, no link is followed and no pipe waited for. */
const APPEND =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Appends whole lines in one write, so that those of other processes stand before or behind them, and has the disk keep
 * them. On a disk that is full a second write says so.
 */
export async function appendText(path: string, text: string): Promise<void> {
  const file = await open(path, APPEND);
  try {
    await writeWhole(file, Buffer.from(text));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Ends a line that was torn, so that the next one stands on its own. */
export async function endLine(path: string): Promise<void> {
  const file = await open(path, APPEND);
  try {
    const { size } = await file.stat();
    if (size === 0) return;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    if (buffer.toString() !== "\n") await file.appendFile("\n");
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten < bytes.length) await file.appendFile(bytes.subarray(bytesWritten));
}
