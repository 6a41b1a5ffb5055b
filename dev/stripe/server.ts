import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { systemClock } from "~/integrations/clock";
import { type ApiFault, createApi } from "./api";
import { createChargeDesk } from "./charges";
import { createCheckoutDesk } from "./checkout";
import { createControl } from "./control";
import { createDisputeDesk } from "./disputes";
import { createFileContents } from "./file-contents";
import { createFileDesk } from "./files";
import type { LocalStripe, StripeOptions } from "./local-stripe";
import { createMovementDesk } from "./movements";
import { createPages } from "./pages";
import { readBody, readUploadBody } from "./read-body";
import { readUpload } from "./read-upload";
import { createRefundDesk } from "./refunds";
import { openStore } from "./state";
import { createWebhooks } from "./webhooks";

/** On 127.0.0.1, for the official SDK and a browser. */
export async function startStripe(options: StripeOptions): Promise<LocalStripe> {
  const {
    port = 0,
    webhookUrl,
    webhookSecret,
    secretKey,
    clock = systemClock,
    dataFile,
    retryDelaysMs,
  } = options;
  if (!webhookSecret || !secretKey)
    throw new Error("The local Stripe needs a secret key and a webhook secret");
  const store = openStore(dataFile);
  let fault: ApiFault | undefined;
  let behindMs = 0;
  /** Deliveries alone are signed with the present, which the receiver compares. */
  const ownClock = () => new Date(clock().getTime() - behindMs);
  let endFault = () => {};
  let faultOver = Promise.resolve();

  const server = createServer((request, response) => {
    answer(request, response).catch((failure: unknown) => {
      if (request.destroyed && !request.complete) return;
      console.error("local Stripe:", failure);
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("Internal error");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const boundPort = typeof address === "object" && address ? address.port : port;
  const url = `http://127.0.0.1:${boundPort}`;

  const webhooks = createWebhooks({
    store,
    clock,
    ownClock,
    retryDelaysMs,
    secret: webhookSecret,
    url: webhookUrl,
  });
  const announce = (type: string, object: unknown) => webhooks.announce(type, object);
  const charges = createChargeDesk({ store, clock: ownClock, announce });
  const desk = createCheckoutDesk({ store, clock: ownClock, origin: url, charges, announce });
  const refunds = createRefundDesk({ store, clock: ownClock, announce });
  const contents = createFileContents(dataFile && `${dataFile}.files`);
  const files = createFileDesk({ store, contents, clock: ownClock });
  const disputes = createDisputeDesk({ store, files, clock: ownClock, announce });
  const movements = createMovementDesk({ store, clock: ownClock });
  const api = createApi({
    store,
    desk,
    refunds,
    disputes,
    files,
    movements,
    secretKey,
    clock: ownClock,
    origin: url,
    fault: () => fault,
    webhookUrl: webhooks.url,
  });
  const control = createControl({ desk, charges, refunds, disputes, webhooks, setApiFault });
  const pages = createPages({ store, desk, charges, refunds, webhooks, control, fault: () => fault });
  const sweep = setInterval(desk.expireDue, 1_000).unref();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const [path = "/", ...query] = (request.url ?? "/").split("?");
    const body = await (path === "/v1/files" && method === "POST"
      ? readFileForm(request)
      : readBody(request));
    const search = query.join("?");
    const isApi = path.startsWith("/v1/");
    if (body === undefined)
      return send(response, { status: 413, headers: { connection: "close" }, body: "" });
    if (isApi && fault === "hang") await faultOver;
    if (isApi) return send(response, api({ method, path, search, headers, body }));
    if (method === "POST" && isFromElsewhere(request))
      return send(response, { status: 403, headers: {}, body: "" });
    send(response, await pages({ method, path, body, wantsJson: headers.accept === "application/json" }));
  }

  async function readFileForm(request: IncomingMessage): Promise<string | undefined> {
    const bytes = await readUploadBody(request);
    return bytes && readUpload(bytes, request.headers["content-type"] ?? "", contents);
  }

  function setApiFault(next: ApiFault | undefined): void {
    endFault();
    fault = next;
    faultOver = new Promise((resolve) => {
      endFault = resolve;
    });
  }

  /** After the first delivery of every event that the request caused. */
  async function announced<T>(result: T): Promise<T> {
    await webhooks.firstAttempts();
    return structuredClone(result);
  }

  const listOf = <T>(objects: Record<string, T>) => structuredClone(Object.values(objects));

  return {
    url,
    port: boundPort,
    setWebhookUrl: webhooks.setUrl,
    setBehind: (milliseconds) => {
      behindMs = milliseconds;
    },
    sessions: () => listOf(store.state.sessions),
    paymentIntents: () => listOf(store.state.intents),
    charges: () => listOf(store.state.charges),
    refunds: () => listOf(store.state.refunds),
    disputes: () => listOf(store.state.disputes),
    pay: async (sessionId, how) => announced(desk.pay(sessionId, how)),
    settle: async (sessionId, outcome) => announced(desk.settle(sessionId, outcome)),
    expireDue: async () => announced(desk.expireDue()),
    setBookingTime: charges.setBookingTime,
    book: async (paymentIntentId) => announced(charges.book(paymentIntentId)),
    setRefundOutcome: refunds.setOutcome,
    settleRefund: async (refundId, status) => announced(refunds.settle(refundId, status)),
    openDispute: async (paymentIntentId, how) => announced(disputes.open(paymentIntentId, how)),
    moveDispute: async (disputeId, status, amount) => announced(disputes.move(disputeId, status, amount)),
    setDisputeFee: disputes.setFee,
    balance: movements.balance,
    payOut: movements.payOut,
    addMovement: movements.add,
    events: () => structuredClone(store.state.events),
    announce: async (type, object) => announced(announce(type, object)),
    redeliver: async (eventId) => structuredClone(await webhooks.redeliver(eventId)),
    redeliverAll: webhooks.redeliverAll,
    pauseWebhooks: () => webhooks.setMode("hold"),
    resumeWebhooks: () => webhooks.setMode("deliver"),
    setWebhookMode: webhooks.setMode,
    releaseWebhooks: webhooks.release,
    setApiFault,
    async close() {
      clearInterval(sweep);
      endFault();
      await webhooks.close();
      store.save();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Browsers name the origin of every cross-site post. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}

function send(
  response: ServerResponse,
  answer: { status: number; headers: Record<string, string>; body: string | Buffer },
) {
  response.writeHead(answer.status, answer.headers).end(answer.body);
}
