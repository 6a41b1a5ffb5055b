import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { clockDuration } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { CopyText } from "~/ui/copy-text";
import { useHydrated } from "~/ui/hydrated";
import { Notice } from "~/ui/notice";
import { QrPicture } from "~/ui/qr-picture";
import { TextLink } from "~/ui/text-link";
import { paymentPath } from "./payment-link";
import type { PaymentView } from "./show-payment.server";

/** The code of a waiting payment: the QR code of a Pix, the text to copy, until when, and the provider's own page. */
export function PaymentCode({ payment }: { payment: PaymentView }) {
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
          {/* On a phone first the code to copy: its own screen cannot be scanned. */}
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

/**
 * Counts down the time in which a code can be paid, then reloads the page's data. `seconds`: the time left when the
 * page was loaded. Renders nothing without script: the page shows the time of expiry beside it.
 */
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
