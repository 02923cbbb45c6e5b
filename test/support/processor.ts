/** Milliseconds of the processor that this process has used: what takes long by itself, and not because others work beside it. */
export const processorTime = (): number => process.cpuUsage().user / 1_000;
