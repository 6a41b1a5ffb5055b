import type { ApiFault } from "./api";
import type { ChargeDesk } from "./charges";
import { type Attempt, type CheckoutDesk, isWaiting } from "./checkout";
import type { Control } from "./control";
import { renderControlPage } from "./control-page";
import { html, PAGE_HEADERS, renderPage } from "./page";
import { renderPayPage, successUrl } from "./pay-page";
import type { RefundDesk } from "./refunds";
import { renderSlipPage } from "./slip-page";
import { paymentMethod, type Store } from "./state";
import type { Webhooks } from "./webhooks";

export interface PageRequest {
  method: string;
  path: string;
  body: string;
  /** For tests: the control page and its actions answer in JSON. */
  wantsJson: boolean;
}

export interface PageResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const PAY = /^\/c\/pay\/([^/]+)$/;
const SLIP = /^\/c\/slip\/([^/]+)$/;

interface PagesOptions {
  store: Store;
  desk: CheckoutDesk;
  charges: ChargeDesk;
  refunds: RefundDesk;
  webhooks: Webhooks;
  control: Control;
  fault: () => ApiFault | undefined;
}

export function createPages({ store, desk, charges, refunds, webhooks, control, fault }: PagesOptions) {
  async function pay(id: string, fields: URLSearchParams): Promise<PageResponse> {
    const method = paymentMethod.safeParse(fields.get("method")).data;
    const result = method
      ? desk.pay(id, { method, outcome: readOutcome(fields) })
      : ({ ok: false, error: "methodNotOffered" } as const);
    if (result.ok) {
      // Stripe, too, holds the buyer back until the shop's webhook has answered.
      await webhooks.firstAttempts();
      const { session } = result;
      return redirect(
        session.payment_status === "paid" ? successUrl(session) : slipPath(session.payment_intent),
      );
    }
    const status = {
      unknownSession: 404,
      notOpen: 409,
      declined: 200,
      methodNotOffered: 400,
      cannotWait: 400,
    };
    return page(status[result.error], renderPayPage(desk.find(id), result.error, method));
  }

  function showPayPage(id: string): PageResponse {
    const session = desk.find(id);
    const intent = desk.findIntent(session?.payment_intent ?? "");
    if (session && isWaiting(session, intent)) return redirect(slipPath(session.payment_intent));
    return page(!session ? 404 : session.status === "expired" ? 410 : 200, renderPayPage(session));
  }

  async function slip(intentId: string, isPaid: boolean): Promise<PageResponse> {
    const intent = desk.findIntent(intentId);
    const session = Object.values(store.state.sessions).find(
      ({ payment_intent }) => payment_intent === intentId,
    );
    if (!intent || !session || intent.payable_until === null) return page(404, renderPayPage(undefined));
    if (isPaid && desk.settle(session.id, "succeeded").ok) {
      await webhooks.firstAttempts();
      return redirect(successUrl(session));
    }
    return page(isPaid ? 409 : 200, renderSlipPage(session, intent, isWaiting(session, intent)));
  }

  async function act(path: string, fields: URLSearchParams, wantsJson: boolean): Promise<PageResponse> {
    const done = await control(path, fields);
    if (wantsJson) return json(done.status, "error" in done ? { error: done.error } : done.result);
    return "error" in done ? notice(done.status, done.error) : redirect("/dev");
  }

  function settings() {
    return {
      webhooks: webhooks.mode(),
      bookings: charges.bookingTime(),
      refunds: refunds.outcome(),
      api: fault() ?? ("none" as const),
    };
  }

  return async ({ method, path, body, wantsJson }: PageRequest): Promise<PageResponse> => {
    const payId = PAY.exec(path)?.[1];
    const slipId = SLIP.exec(path)?.[1];
    if (method === "POST") {
      const fields = new URLSearchParams(body);
      if (payId) return pay(payId, fields);
      return slipId ? slip(slipId, true) : act(path, fields, wantsJson);
    }
    if (method !== "GET" && method !== "HEAD") return notice(405, "Método não aceito");
    if (payId) return showPayPage(payId);
    if (slipId) return slip(slipId, false);
    if (path !== "/dev" && path !== "/") return notice(404, "Página não encontrada");
    desk.expireDue();
    const { state } = store;
    if (wantsJson) return json(200, { ...state, answers: undefined, settings: settings() });
    return page(200, renderControlPage({ state, settings: settings(), webhookUrl: webhooks.url() }));
  };
}

const slipPath = (intentId: string | null) => `/c/slip/${intentId}`;

/** Without one of the buttons (Enter in the form) it is the first: pay. */
function readOutcome(fields: URLSearchParams): Attempt["outcome"] {
  const outcome = fields.get("outcome");
  return outcome === "decline" || outcome === "later" ? outcome : "succeed";
}

const page = (status: number, body: string): PageResponse => ({ status, headers: PAGE_HEADERS, body });

const json = (status: number, value: unknown): PageResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(value),
});

const redirect = (location: string): PageResponse => ({
  status: 303,
  headers: { location, "cache-control": "no-store" },
  body: "",
});

function notice(status: number, text: string): PageResponse {
  const body = html`<div class="card"><h1>${text}</h1><a class="button" href="/dev">Controle</a></div>`;
  return page(status, renderPage({ lang: "pt-BR", title: text, banner: "Stripe local", body }));
}
