import { Form, useNavigation } from "@remix-run/react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PaymentCode } from "./payment-code";
import type { PaymentView } from "./show-payment.server";
import { shownPriceField } from "./shown-price";
import { usePurchaseNews } from "./use-purchase-news";

/** A pending payment's code, and how else it can be paid. Once it is paid, the page is loaded anew. */
export function PaymentSections({ payment }: { payment: PaymentView }) {
  // Back from the bank's app: once it is paid, the loader leads to the video.
  usePurchaseNews({ whenSeen: true });
  const t = useText();
  const linkTo = useLinkTo();
  const { title, amount, method, setAside, bought } = payment;
  const heading = method === "pix" ? "purchases.payPixTitle" : "purchases.payBoletoTitle";
  return (
    <>
      <PageHeader
        title={t(method ? heading : "purchases.payTitle")}
        description={`${title} · ${amount}`}
        above={<BackLink {...linkTo("/purchases")}>{t("common.purchases")}</BackLink>}
        className="mb-8"
      />
      <div className="space-y-6">
        {bought ? (
          <Notice tone="warn">{t("purchases.payBought")}</Notice>
        ) : (
          setAside && (
            <Notice tone="warn" title={t("purchases.payAsideTitle")}>
              {t("purchases.payAside")}
            </Notice>
          )
        )}
        <Card>
          <CardBody>
            <PaymentCode payment={payment} />
          </CardBody>
        </Card>
        {!bought && <PayOtherwiseForm payment={payment} />}
      </div>
    </>
  );
}

/** The form to pay in another way, with its consequence for the waiting payment. */
function PayOtherwiseForm({ payment }: { payment: PaymentView }) {
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
