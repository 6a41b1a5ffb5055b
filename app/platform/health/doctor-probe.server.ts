import { createHmac, timingSafeEqual } from "node:crypto";

/** The doctor asks a server to identify itself: a time in milliseconds and its signature. */
export const probeHeader = "x-sabia-probe";

/** Response headers: signature, the client address in use, the forwarded header received. */
export const probeAnswer = {
  signature: "x-sabia-answer",
  client: "x-sabia-client",
  forwarded: "x-sabia-forwarded",
} as const;

const validMs = 60_000;

export function signProbe(secret: string, now: number): string {
  return `${now}.${sign(secret, "ask", String(now))}`;
}

/** Undefined unless the probe is signed with this secret within a minute. */
export function answerProbe(secret: string, probe: string | undefined, now: number): string | undefined {
  const [time = "", signature = ""] = (probe ?? "").split(".");
  if (!(Math.abs(now - Number(time)) <= validMs)) return undefined;
  if (!isSame(signature, sign(secret, "ask", time))) return undefined;
  return sign(secret, "answer", time);
}

export function isAnswerTo(secret: string, probe: string, answer: string | null): boolean {
  return isSame(answer ?? "", sign(secret, "answer", probe.split(".")[0] ?? ""));
}

function sign(secret: string, use: string, text: string): string {
  return createHmac("sha256", secret).update(`sabia probe ${use} ${text}`).digest("hex");
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
