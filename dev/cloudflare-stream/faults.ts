import type { IncomingMessage, ServerResponse } from "node:http";
import { sendErrors, sendText } from "./answers";

/** `refuse`: a 400 in Cloudflare's form; `hang`: until the fault is removed; `cut`: breaks the connection. */
export const streamFaults = ["serverError", "rateLimited", "refuse", "hang", "cut", "garbage"] as const;
type StreamFault = (typeof streamFaults)[number];

export const streamParts = ["api", "upload", "playback"] as const;
export type StreamPart = (typeof streamParts)[number];

export function createFaults() {
  const set = new Map<StreamPart, { fault: StreamFault; left: number }>();
  const waiting = new Set<() => void>();

  function wake(): void {
    for (const go of waiting) go();
    waiting.clear();
  }

  return {
    /** Calls of one part fail: the given number of them, or all until it is reset. */
    set(part: StreamPart, fault: StreamFault | undefined, times = Number.POSITIVE_INFINITY): void {
      if (fault) set.set(part, { fault, left: times });
      else set.delete(part);
      wake();
    },
    wake,
    async strike(part: StreamPart, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      const found = set.get(part);
      if (!found) return false;
      found.left -= 1;
      if (found.left <= 0) set.delete(part);
      if (found.fault === "hang")
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          request.once("close", resolve);
        });
      if (found.fault === "hang" || found.fault === "cut") {
        request.destroy();
        return true;
      }
      if (found.fault === "garbage") {
        sendText(response, 200, "<html>");
      } else {
        const [status, code, message] = refusals[found.fault];
        sendErrors(response, status, code, message);
      }
      request.resume();
      return true;
    },
  };
}

const refusals = {
  serverError: [500, 10000, "Internal error"],
  rateLimited: [429, 10429, "Rate limited"],
  refuse: [400, 10011, "Storage capacity exceeded"],
} as const;
