import { Form, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { clockDuration } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { CopyText } from "~/ui/copy-text";
import { useHydrated } from "~/ui/hydrated";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { QrPicture } from "~/ui/qr-picture";
import { paymentPath } from "./awaited-payment";
import type { PaymentView } from "./show-payment.server";
import { shownPriceField } from "./shown-price";
import { usePurchaseNews } from "./use-purchase-news";

export function PaymentSections({ payment }: { payment: PaymentView }) {
  // Back from the bank's app: once it is paid, the loader redirects to the video.
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

function PaymentCode({ payment }: { payment: PaymentView }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { method, phase, code, qr, until, secondsLeft, voucherUrl, amount } = payment;
  if (phase === "over") return <Notice tone="warn">{t("purchases.payOver")}</Notice>;
  return (
    <div className="space-y-5">
      {until && (
        <div>
          <p className="text-lg font-semibold">{t("purchases.payUntil", { until })}</p>
          {secondsLeft !== null && <TimeLeft seconds={secondsLeft} />}
        </div>
      )}
      {code ? (
        <>
          <p className="text-ink-soft">
            {t(method === "pix" ? "purchases.payPixHow" : "purchases.payBoletoHow")}
          </p>
          {/* On a phone the code comes first: its own screen cannot be scanned. */}
          <div className={qr ? "grid gap-5 sm:grid-cols-[15rem_minmax(0,1fr)] sm:items-center" : undefined}>
            {qr && (
              <div className="max-sm:order-last">
                <QrPicture code={qr} label={t("purchases.payQr", { amount })} />
              </div>
            )}
            <div>
              <h2 className="mb-2 text-base">
                {t(method === "pix" ? "purchases.payPixCode" : "purchases.payBoletoCode")}
              </h2>
              <CopyText
                text={code}
                copyLabel={t("purchases.payCopy")}
                copiedLabel={t("purchases.payCopied")}
                label={t("purchases.payCopy")}
                prominent
              />
            </div>
          </div>
        </>
      ) : (
        <>
          <Notice icon="clock">{t("purchases.payNoCode")}</Notice>
          <ButtonLink {...linkTo(paymentPath(payment.saleId))} variant="secondary" reloadDocument>
            {t("purchases.payRefresh")}
          </ButtonLink>
        </>
      )}
      {voucherUrl && (
        <p>
          <TextLink to={voucherUrl} target="_blank" rel="noopener noreferrer">
            {t(method === "pix" ? "purchases.payInstructions" : "purchases.payVoucher")}
          </TextLink>
        </p>
      )}
    </div>
  );
}

/** Counts down, then reloads the page's data. Renders nothing without script: the page shows the time of expiry. */
function TimeLeft({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  const { revalidate } = useRevalidator();
  const t = useText();
  const hydrated = useHydrated();
  useEffect(() => {
    // Computed from the clock: timers run rarely in a background tab.
    const end = performance.now() + seconds * 1000;
    const count = setInterval(() => {
      const rest = Math.ceil((end - performance.now()) / 1000);
      setLeft(Math.max(0, rest));
      if (rest > 0) return;
      clearInterval(count);
      revalidate();
    }, 1000);
    return () => clearInterval(count);
  }, [seconds, revalidate]);
  if (!hydrated || left === 0) return null;
  return (
    <p role="timer" className="text-ink-soft tabular-nums">
      {t("purchases.payLeft", { left: clockDuration(left) })}
    </p>
  );
}
