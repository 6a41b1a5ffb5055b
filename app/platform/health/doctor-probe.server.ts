import { createHmac, timingSafeEqual } from "node:crypto";

/** The header in which the doctor asks a server to identify itself: a time in milliseconds and its signature. */
export const probeHeader = "x-sabia-probe";

/**
 * A server's response to a probe: its signature, the client address that it uses, and the headers that it received.
 */
export const probeAnswer = {
  signature: "x-sabia-answer",
  client: "x-sabia-client",
  forwarded: "x-sabia-forwarded",
} as const;

const validMs = 60_000;

/** Returns the value of `probeHeader`. */
export function signProbe(secret: string, now: number): string {
  return `${now}.${sign(secret, "ask", String(now))}`;
}

/**
 * Returns the signature of the answer to a probe; undefined where the probe is not signed with this secret within a
 * minute.
 */
export function answerProbe(secret: string, probe: string | undefined, now: number): string | undefined {
  const [time = "", signature = ""] = (probe ?? "").split(".");
  if (!(Math.abs(now - Number(time)) <= validMs)) return undefined;
  if (!isSame(signature, sign(secret, "ask", time))) return undefined;
  return sign(secret, "answer", time);
}

/** Returns whether an answer is one to this probe, by a server with the same secret. */
export function isAnswerTo(secret: string, probe: string, answer: string | null): boolean {
  return isSame(answer ?? "", sign(secret, "answer", probe.split(".")[0] ?? ""));
}

function sign(secret: string, use: string, text: string): string {
  return createHmac("sha256", secret).update(`sabia probe ${use} ${text}`).digest("hex");
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
