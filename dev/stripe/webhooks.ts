import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import { postWebhook } from "../local-server/http";
import { eventObject } from "./objects";
import { newId, type Store, type StoredEvent } from "./state";

/** Stripe repeats for three days; here an application being restarted must not wait for hours. */
const RETRY_DELAYS_MS = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The pay page waits for the application, as Stripe's does. */
const FIRST_ATTEMPT_WAIT_MS = 10_000;
const EVENTS_KEPT = 500;

/** Sent, kept until deliveries continue, lost, or sent twice. */
export const webhookMode = z.enum(["deliver", "hold", "drop", "twice"]);
export const webhookOrder = z.enum(["oldestFirst", "newestFirst", "shuffled"]);
type WebhookOrder = z.infer<typeof webhookOrder>;

export type Webhooks = ReturnType<typeof createWebhooks>;

interface WebhookOptions {
  store: Store;
  clock: Clock;
  /** The time of events; `clock` is that of their deliveries. */
  ownClock: Clock;
  secret: string;
  url: string | undefined;
  retryDelaysMs?: readonly number[] | undefined;
}

export function createWebhooks({
  store,
  clock,
  ownClock,
  secret,
  url,
  retryDelaysMs = RETRY_DELAYS_MS,
}: WebhookOptions) {
  const closing = new AbortController();
  const runs = new Map<string, { first: Promise<void>; whole: Promise<void> }>();
  let target = url;
  let mode: z.infer<typeof webhookMode> = "deliver";
  const isWaiting = (event: StoredEvent) => !event.delivered && !event.lost && mode !== "hold";

  async function attempt(event: StoredEvent): Promise<void> {
    if (!target) return;
    const at = clock().getTime();
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      "stripe-signature": signWebhook(event.body, secret, Math.floor(at / 1000)),
    };
    try {
      const status = await postWebhook(target, { body: event.body, headers, closing: closing.signal });
      event.attempts.push({ at, status, error: null });
      // A redirect counts as a failure, as it does with Stripe.
      if (status < 300) event.delivered = true;
    } catch (failure) {
      event.attempts.push({ at, status: null, error: explain(failure) });
    }
    if (!closing.signal.aborted) store.save();
  }

  function deliver(event: StoredEvent): void {
    if (!isWaiting(event) || !target || runs.has(event.id) || closing.signal.aborted) return;
    const first = mode === "twice" ? attempt(event).then(() => attempt(event)) : attempt(event);
    const whole = (async () => {
      await first;
      for (const delay of retryDelaysMs) {
        if (!isWaiting(event) || closing.signal.aborted) return;
        await sleep(delay, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
        if (!isWaiting(event) || closing.signal.aborted) return;
        await attempt(event);
      }
    })().finally(() => runs.delete(event.id));
    runs.set(event.id, { first, whole });
  }

  const deliverWaiting = () => store.state.events.forEach(deliver);
  deliverWaiting();
  const runsOver = () => Promise.all([...runs.values()].map(({ whole }) => whole));

  return {
    announce(type: string, object: unknown): StoredEvent {
      const created = Math.floor(ownClock().getTime() / 1000);
      const id = newId("evt_");
      const body = JSON.stringify(eventObject(id, type, created, object), null, 2);
      const lost = mode === "drop";
      const event: StoredEvent = { id, type, body, created, attempts: [], delivered: false, lost };
      const { events } = store.state;
      events.push(event);
      events.splice(0, events.length - EVENTS_KEPT);
      store.save();
      deliver(event);
      return event;
    },
    /** Even when the event had arrived, was lost or is held. Undefined for an unknown id. */
    async redeliver(eventId: string): Promise<StoredEvent | undefined> {
      const event = store.state.events.find(({ id }) => id === eventId);
      if (event) await attempt(event);
      return event;
    },
    async redeliverAll(order: WebhookOrder): Promise<void> {
      for (const event of inOrder(store.state.events, order)) await attempt(event);
    },
    mode: () => mode,
    /** Held events are sent as soon as the mode is another; dropped ones stay lost. */
    setMode(next: typeof mode): void {
      const wasHeld = mode === "hold";
      mode = next;
      if (wasHeld) void runsOver().then(deliverWaiting);
      deliverWaiting();
    },
    async release(order: WebhookOrder): Promise<void> {
      if (mode === "hold") await runsOver();
      mode = "deliver";
      for (const event of inOrder(store.state.events.filter(isWaiting), order)) {
        deliver(event);
        await runs.get(event.id)?.first;
      }
    },
    url: () => target,
    setUrl(next: string): void {
      target = next;
      deliverWaiting();
    },
    /** Every first delivery under way has been answered, after ten seconds at most. */
    async firstAttempts(): Promise<void> {
      const answered = Promise.all([...runs.values()].map(({ first }) => first));
      await Promise.race([answered, sleep(FIRST_ATTEMPT_WAIT_MS, undefined, { ref: false })]);
    },
    async close(): Promise<void> {
      closing.abort();
      await runsOver();
    },
  };
}

function inOrder(events: StoredEvent[], order: WebhookOrder): StoredEvent[] {
  if (order === "newestFirst") return events.toReversed();
  return order === "shuffled" ? events.toSorted(() => Math.random() - 0.5) : [...events];
}

/** https://docs.stripe.com/webhooks/signature, not with the SDK, so that the two check each other. `at`: in seconds. */
export function signWebhook(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

function explain(failure: unknown): string {
  const cause = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
