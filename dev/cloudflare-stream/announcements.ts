import { createHmac } from "node:crypto";
import type { Clock } from "~/integrations/clock";
import { postWebhook } from "../local-server/http";
import { toDetails } from "./details";
import type { StoredVideo } from "./videos";

interface WebhookAttempt {
  uid: string;
  body: string;
  signature: string;
  /** Undefined if there was no answer, or the webhook was lost on purpose. */
  status: number | undefined;
}

interface AnnouncementOptions {
  secret: string;
  clock: Clock;
  origin: string;
  webhookUrl: string | undefined;
}

/** The webhook is sent once for each finished video, whatever the receiver answers. */
export function createAnnouncements({ secret, clock, origin, webhookUrl }: AnnouncementOptions) {
  const attempts: WebhookAttempt[] = [];
  const closing = new AbortController();
  let isLost = false;

  return {
    /** Sent or lost, oldest first. */
    attempts: () => structuredClone(attempts),
    /** `lose`: webhooks are not sent later either. */
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
      if (isLost || !webhookUrl) return;
      try {
        const headers = { "Content-Type": "application/json", "Webhook-Signature": attempt.signature };
        attempt.status = await postWebhook(webhookUrl, { body, headers, closing: closing.signal });
      } catch {
        // Cloudflare does not retry.
      }
    },
    close: () => closing.abort(),
  };
}
