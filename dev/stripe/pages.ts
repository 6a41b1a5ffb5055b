import { html } from "../local-server/html";
import { type Answer, json } from "../local-server/http";
import type { ApiFault } from "./api";
import { type Attempt, isWaiting } from "./checkout";
import { controlPage, createActions, type Settings } from "./control";
import type { Desks } from "./desks";
import { page, redirect } from "./page";
import { payPage, slipPage, successUrl } from "./pay-page";
import { paymentMethod, type State } from "./state";
import type { Webhooks } from "./webhooks";

const PAY = /^\/c\/pay\/([^/]+)$/;
const SLIP = /^\/c\/slip\/([^/]+)$/;

interface PageRequest {
  method: string;
  path: string;
  body: string;
  /** For tests in another process: the control page and its actions answer in JSON. */
  wantsJson: boolean;
}

interface Parts extends Desks {
  state: State;
  webhooks: Webhooks;
  fault: () => ApiFault | undefined;
  setApiFault: (fault: ApiFault | undefined) => void;
}

export function createPages(parts: Parts) {
  const { state, checkout, charges, refunds, webhooks, fault } = parts;
  const act = createActions(parts);

  async function pay(id: string, fields: URLSearchParams): Promise<Answer> {
    const method = paymentMethod.safeParse(fields.get("method")).data;
    const result = method
      ? checkout.pay(id, { method, outcome: readOutcome(fields) })
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
    return payPage(status[result.error], checkout.find(id), result.error, method);
  }

  function showPayPage(id: string): Answer {
    const session = checkout.find(id);
    const intent = checkout.findIntent(session?.payment_intent ?? null);
    if (session && isWaiting(session, intent)) return redirect(slipPath(session.payment_intent));
    return payPage(!session ? 404 : session.status === "expired" ? 410 : 200, session);
  }

  async function slip(intentId: string, isPaid: boolean): Promise<Answer> {
    const intent = checkout.findIntent(intentId);
    const session = Object.values(state.sessions).find(({ payment_intent }) => payment_intent === intentId);
    if (!intent || !session || intent.payable_until === null) return payPage(404, undefined);
    if (isPaid && checkout.settle(session.id, "succeeded").ok) {
      await webhooks.firstAttempts();
      return redirect(successUrl(session));
    }
    return slipPage(isPaid ? 409 : 200, session, intent, isWaiting(session, intent));
  }

  return async ({ method, path, body, wantsJson }: PageRequest): Promise<Answer> => {
    const payId = PAY.exec(path)?.[1];
    const slipId = SLIP.exec(path)?.[1];
    if (method === "POST") {
      const fields = new URLSearchParams(body);
      if (payId) return pay(payId, fields);
      if (slipId) return slip(slipId, true);
      const done = await act(path, fields);
      if (wantsJson) return json(done.status, "error" in done ? { error: done.error } : done.result);
      return "error" in done ? notice(done.status, done.error) : redirect("/dev");
    }
    if (method !== "GET" && method !== "HEAD") return notice(405, "Método não aceito");
    if (payId) return showPayPage(payId);
    if (slipId) return slip(slipId, false);
    if (path !== "/dev" && path !== "/") return notice(404, "Página não encontrada");
    checkout.expireDue();
    const settings: Settings = {
      webhooks: webhooks.mode(),
      bookings: charges.bookingTime(),
      refunds: refunds.outcome(),
      api: fault() ?? "none",
    };
    if (wantsJson) return json(200, { ...state, answers: undefined, settings });
    return controlPage(state, settings, webhooks.url());
  };
}

const slipPath = (intentId: string | null) => `/c/slip/${intentId}`;

/** Without one of the buttons (Enter in the form) it is the first: pay. */
function readOutcome(fields: URLSearchParams): Attempt["outcome"] {
  const outcome = fields.get("outcome");
  return outcome === "decline" || outcome === "later" ? outcome : "succeed";
}

function notice(status: number, text: string): Answer {
  const content = html`<div class="card"><h1>${text}</h1><a class="button" href="/dev">Controle</a></div>`;
  return page(status, { lang: "pt-BR", title: text, banner: "Stripe local", content });
}
