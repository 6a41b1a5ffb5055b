import type { IncomingMessage, ServerResponse } from "node:http";
import { type Clock, systemClock } from "~/integrations/clock";
import { isFromElsewhere, readBody, send, startServer } from "../local-server/http";
import { type ApiFault, createApi } from "./api";
import { openDesks } from "./desks";
import { createPages } from "./pages";
import { type Account, openStore } from "./state";
import { createWebhooks } from "./webhooks";

/** A file of 5 MB and one byte, with the rest of its form. */
const MAX_UPLOAD_BYTES = 6 * 1024 * 1024;

export interface StripeOptions {
  port?: number | undefined;
  /** Without it events wait until `setWebhookUrl`. */
  webhookUrl?: string | undefined;
  webhookSecret: string;
  secretKey: string;
  clock?: Clock;
  dataFile?: string | undefined;
  /** Pauses between deliveries; the default has seven, half a minute in all. */
  retryDelaysMs?: readonly number[];
}

export type LocalStripe = Awaited<ReturnType<typeof startStripe>>;

/** On 127.0.0.1, for the official SDK and a browser. */
export async function startStripe(options: StripeOptions) {
  const { port = 0, webhookUrl, webhookSecret, secretKey, clock = systemClock, dataFile } = options;
  if (!webhookSecret || !secretKey)
    throw new Error("The local Stripe needs a secret key and a webhook secret");
  const store = openStore(dataFile);
  let fault: ApiFault | undefined;
  let behindMs = 0;
  /** Deliveries alone are signed with the present, which the receiver compares. */
  const ownClock = () => new Date(clock().getTime() - behindMs);
  let endFault = () => {};
  let faultOver = Promise.resolve();

  const local = await startServer("local Stripe", port, answer);
  const webhooks = createWebhooks({
    store,
    clock,
    ownClock,
    retryDelaysMs: options.retryDelaysMs,
    secret: webhookSecret,
    url: webhookUrl,
  });
  const account: Account = {
    ...store,
    origin: local.url,
    now: () => Math.floor(ownClock().getTime() / 1000),
    announce: webhooks.announce,
  };
  const desks = openDesks(account, dataFile && `${dataFile}.files`);
  const { charges, checkout, disputes, files, movements, refunds } = desks;
  const api = createApi(account, desks, { secretKey, fault: () => fault, webhookUrl: webhooks.url });
  const pages = createPages({ ...desks, state: store.state, webhooks, fault: () => fault, setApiFault });
  const sweep = setInterval(checkout.expireDue, 1_000).unref();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const [path = "/", ...query] = (request.url ?? "/").split("?");
    const isUpload = path === "/v1/files" && method === "POST";
    const bytes = await readBody(request, isUpload ? MAX_UPLOAD_BYTES : undefined);
    const body =
      bytes && isUpload
        ? await files.readForm(bytes, headers["content-type"] ?? "")
        : bytes?.toString("utf8");
    if (body === undefined) return send(response, { status: 413, headers: { connection: "close" } });
    if (path.startsWith("/v1/")) {
      if (fault === "hang") await faultOver;
      return send(response, api({ method, path, search: query.join("?"), headers, body }));
    }
    if (method === "POST" && isFromElsewhere(request)) return send(response, { status: 403, headers: {} });
    send(response, await pages({ method, path, body, wantsJson: headers.accept === "application/json" }));
  }

  /** Every API call fails or hangs until the fault is removed. Pages are not affected. */
  function setApiFault(next: ApiFault | undefined): void {
    endFault();
    fault = next;
    faultOver = new Promise((resolve) => {
      endFault = resolve;
    });
  }

  /** Resolves after the first delivery of every event that it caused. */
  function announcing<Input extends unknown[], T>(act: (...input: Input) => T) {
    return async (...input: Input): Promise<T> => {
      const result = act(...input);
      await webhooks.firstAttempts();
      return structuredClone(result);
    };
  }

  /** Oldest first. */
  const listOf = <T>(objects: Record<string, T>) => structuredClone(Object.values(objects));

  return {
    /** `apiUrl`; the pay pages and the control page (`/dev`) are below it, too. */
    url: local.url,
    setWebhookUrl: webhooks.setUrl,
    /** Dates what happens from now on this much earlier: as if its events arrived late. */
    setBehind(milliseconds: number): void {
      behindMs = milliseconds;
    },
    sessions: () => listOf(store.state.sessions),
    charges: () => listOf(store.state.charges),
    refunds: () => listOf(store.state.refunds),
    disputes: () => listOf(store.state.disputes),
    /** As the pay page does. Waits for the webhook. */
    pay: announcing(checkout.pay),
    settle: announcing(checkout.settle),
    expireDue: announcing(checkout.expireDue),
    setBookingTime: charges.setBookingTime,
    book: announcing(charges.book),
    setRefundOutcome: refunds.setOutcome,
    settleRefund: announcing(refunds.settle),
    openDispute: announcing(disputes.open),
    /** An amount: while no money was withdrawn. */
    moveDispute: announcing(disputes.move),
    setDisputeFee: disputes.setFee,
    balance: movements.balance,
    payOut: movements.payOut,
    addMovement: movements.add,
    events: () => structuredClone(store.state.events),
    announce: announcing(webhooks.announce),
    redeliver: async (eventId: string) => structuredClone(await webhooks.redeliver(eventId)),
    setApiFault,
    async close(): Promise<void> {
      clearInterval(sweep);
      endFault();
      await webhooks.close();
      store.save();
      await local.close();
    },
  };
}
