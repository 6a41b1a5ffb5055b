/** Window of the measured rate, in milliseconds: long enough to be smooth, short enough to follow changes. */
const windowMs = 8_000;

/** Too little to say anything yet, in milliseconds. */
const minMs = 1_500;

interface Sample {
  at: number;
  bytes: number;
}

/** The rate of an upload, and the time that it will take. */
export interface TransferRate {
  /** Records the total bytes sent at a time (milliseconds); fewer than before restarts the measurement. */
  note(at: number, bytes: number): void;
  /** Bytes a second; undefined until enough is known. */
  bytesPerSecond(): number | undefined;
}

export function createTransferRate(): TransferRate {
  let samples: Sample[] = [];
  return {
    note(at, bytes) {
      const last = samples.at(-1);
      if (last && bytes < last.bytes) samples = [];
      samples.push({ at, bytes });
      // One sample older than the window is kept as its start.
      while (samples.length > 2 && (samples[1]?.at ?? at) <= at - windowMs) samples.shift();
    },
    bytesPerSecond() {
      const first = samples[0];
      const last = samples.at(-1);
      if (!first || !last || last.at - first.at < minMs) return undefined;
      return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
    },
  };
}

/** Returns the seconds that a number of bytes will take; undefined if the rate is unknown or zero. */
export function secondsLeft(bytes: number, bytesPerSecond: number | undefined): number | undefined {
  if (!bytesPerSecond || bytesPerSecond < 1) return undefined;
  return Math.ceil(bytes / bytesPerSecond);
}
