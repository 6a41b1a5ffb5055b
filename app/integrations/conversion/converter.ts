import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";

/** The container that a file's first bytes say it is: nothing else is ever tried on it. */
export type Container = "mp4" | "mov" | "avi";

/**
 * `unreadable`: no video can be made of it. `tooLong`: not done within the time allowed. `tooLarge`: more pixels, or a
 * larger result, than is allowed. These three will be the same next time. `noRoom`: the temporary disk is too full.
 * `stopped`: the program was ended from outside. These may pass.
 */
export type ConversionFault = "unreadable" | "tooLong" | "tooLarge" | "noRoom" | "stopped";

/** A file could not be converted. The cause is for the log, never for the creator. */
export class ConversionFailed extends Error {
  override readonly name = "ConversionFailed";

  static override [Symbol.hasInstance](value: unknown): value is ConversionFailed {
    return isErrorNamed(value, "ConversionFailed");
  }

  constructor(
    readonly fault: ConversionFault,
    cause?: unknown,
  ) {
    super(`conversion failed: ${fault}`, { cause });
  }
}

/** A file taken in, in a temporary folder of its own. Whoever took it calls `letGo`, whatever happened. */
export interface TakenFile {
  /** Whether every current browser plays it as it is (`plays-everywhere.ts`). */
  plays: boolean;

  /**
   * Makes an H.264/AAC MP4 of it that plays from its first bytes; what is H.264 or AAC already is taken over as it is.
   * `onPercent` hears how far it is, 0 to 99, where the file says how long it is. Gives the result, to be read once
   * before `letGo`. Throws ConversionFailed, and the signal's reason on abort.
   */
  convert(options: {
    onPercent(percent: number): void;
    signal: AbortSignal;
  }): Promise<{ bytes: number; body: Readable }>;

  letGo(): Promise<void>;
}

/** What makes other formats playable. One adapter, `ffmpeg.server.ts`; undefined in `Services` where its programs are not. */
export interface VideoConverter {
  /**
   * Copies a file of so many bytes to the temporary disk and looks into it.
   * Throws ConversionFailed (`unreadable`, `tooLarge`, `noRoom`), the body's own error where that failed, and the
   * signal's reason on abort; nothing is left then, and the body is destroyed.
   */
  take(
    body: Readable,
    options: { bytes: number; container: Container; signal: AbortSignal },
  ): Promise<TakenFile>;

  /** Clears folders that a killed process left, made before the given time. Gives how many. */
  sweepTemporary(olderThan: Date): Promise<number>;
}

/** No conversion takes longer, in milliseconds: under the four hours after which the queue takes a job for lost. */
export const conversionMaxMs = 3 * 3_600_000;
