import { LabError, messageOf } from "../errors.ts";

/** The host, its connection or what it answered is at fault, not the lab and not a model: the one error of the seam. */
export class HostFailure extends LabError {
  override name = "HostFailure";
}

/** Runs one operation of the host and turns whatever it throws into a HostFailure that says what was attempted. */
export async function asked<T>(what: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw new HostFailure(`OpenCode could not ${what}: ${messageOf(error)}`, { cause: error });
  }
}
