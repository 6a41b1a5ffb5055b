import { createHmac } from "node:crypto";
import type { Clock } from "~/integrations/clock";
import { toDetails } from "./details";
import type { WebhookAttempt } from "./local-stream";
import type { StoredVideo } from "./videos";

interface AnnouncementOptions {
  secret: string;
  clock: Clock;
  origin: string;
  url: string | undefined;
}

const answerTimeout = 10_000;

/** The webhook is sent once for each finished video, whatever the receiver answers. */
export function createAnnouncements({ secret, clock, origin, url }: AnnouncementOptions) {
  const attempts: WebhookAttempt[] = [];
  const closing = new AbortController();
  let target = url;
  let isLost = false;

  return {
    attempts: () => structuredClone(attempts),
    setUrl(next: string): void {
      target = next;
    },
    setMode(mode: "deliver" | "lose"): void {
      isLost = mode === "lose";
    },
    async announce(video: StoredVideo): Promise<void> {
      const body = JSON.stringify(toDetails(video, origin));
      const time = Math.floor(clock().getTime() / 1000);
      const sig1 = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
      const attempt: WebhookAttempt = {
        uid: video.uid,
        body,
        signature: `time=${time},sig1=${sig1}`,
        status: undefined,
      };
      attempts.push(attempt);
      if (isLost || !target) return;
      try {
        const answer = await fetch(target, {
          method: "POST",
          body,
          headers: { "Content-Type": "application/json", "Webhook-Signature": attempt.signature },
          redirect: "manual",
          signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerTimeout)]),
        });
        await answer.body?.cancel();
        attempt.status = answer.status;
      } catch {
        // Cloudflare does not retry.
      }
    },
    close: () => closing.abort(),
  };
}
