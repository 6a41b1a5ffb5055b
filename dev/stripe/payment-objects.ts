import { isDisputed } from "./disputes";
import { chargeObject, methodId } from "./money-objects";
import { pendingCode } from "./pending-codes";
import type { PaymentIntent, State } from "./state";

/** https://docs.stripe.com/api/expanding_objects */
export const INTENT_EXPANSIONS = ["latest_charge", "latest_charge.balance_transaction", "payment_method"];

/** https://docs.stripe.com/api/payment_intents/object. `origin`: of the slip. */
export function paymentIntentObject(
  intent: PaymentIntent,
  state: State,
  origin: string,
  expand: readonly string[] = [],
) {
  const charge = state.charges[intent.latest_charge ?? ""];
  const expandBooking = expand.includes("latest_charge.balance_transaction");
  const expandCharge = expandBooking || expand.includes("latest_charge");
  return {
    id: intent.id,
    object: "payment_intent",
    amount: intent.amount,
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    capture_method: "automatic_async",
    confirmation_method: "automatic",
    created: intent.created,
    currency: intent.currency,
    latest_charge:
      charge && expandCharge
        ? chargeObject(charge, { disputed: isDisputed(state, charge.id), expandBooking })
        : intent.latest_charge,
    livemode: false,
    metadata: intent.metadata,
    next_action: intent.status === "requires_action" ? nextAction(intent, origin) : null,
    payment_method: expand.includes("payment_method")
      ? { id: methodId(intent.id), object: "payment_method", type: intent.payment_method }
      : methodId(intent.id),
    payment_method_types: [intent.payment_method],
    status: intent.status,
  };
}

function nextAction(intent: PaymentIntent, origin: string) {
  const { id, payable_until, payment_method } = intent;
  const address = `${origin}/c/slip/${id}`;
  return payment_method === "pix"
    ? {
        type: "pix_display_qr_code",
        pix_display_qr_code: {
          data: pendingCode(intent),
          expires_at: payable_until,
          hosted_instructions_url: address,
          image_url_png: `${origin}/c/qr/${id}.png`,
          image_url_svg: `${origin}/c/qr/${id}.svg`,
        },
      }
    : {
        type: "boleto_display_details",
        boleto_display_details: {
          expires_at: payable_until,
          hosted_voucher_url: address,
          number: pendingCode(intent),
          pdf: `${address}/pdf`,
        },
      };
}
