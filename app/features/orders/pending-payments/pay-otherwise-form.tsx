import { Form, useNavigation } from "@remix-run/react";
import { shownPriceField } from "~/features/orders/checkout/shown-price";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import type { PaymentView } from "./show-payment.server";

/** The form to pay in another way, with its consequence for the waiting payment. */
export function PayOtherwiseForm({ payment }: { payment: PaymentView }) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  const { otherPriceCents, otherPrice } = payment;
  if (otherPriceCents === null) return <p className="text-ink-soft">{t("purchases.payOtherGone")}</p>;
  return (
    <Form method="post" className="space-y-3">
      <input type="hidden" name={shownPriceField} value={otherPriceCents} />
      <p className="text-ink-soft">
        <Consequence payment={payment} /> {otherPrice && t("purchases.payOtherPrice", { price: otherPrice })}
      </p>
      <Button
        name="intent"
        value="other"
        variant="secondary"
        pending={busy}
        pendingLabel={t("purchases.payOtherBusy")}
      >
        {t("purchases.payOther")}
      </Button>
    </Form>
  );
}

function Consequence({ payment: { onOther, method, until } }: { payment: PaymentView }) {
  const t = useText();
  if (onOther === "ends") return t("purchases.payOtherEnds");
  if (onOther === "isOver") return t("purchases.payOtherIsOver");
  if (!until || !method) return t("purchases.payOtherStays");
  return t(method === "pix" ? "purchases.payOtherPix" : "purchases.payOtherBoleto", { until });
}
