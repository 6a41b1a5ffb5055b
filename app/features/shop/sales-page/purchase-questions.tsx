import { type ReactNode, useId } from "react";
import type { Currency } from "~/features/base/money/currency";
import { formatMoney } from "~/features/base/money/money";
import { listOfferedMethods } from "~/features/orders/checkout/payment-methods-offered";
import type { WatchButtonState } from "~/features/orders/checkout/watch-button-state";
import type { MessageKey } from "~/i18n/message-key";
import { useLocale, useText } from "~/i18n/use-locale";
import { buttonLook } from "~/ui/button-look";
import { Icon } from "~/ui/icons";
import type { CouponNotice, FreeNotice } from "./coupon-notice";
import { stateNames } from "./price-box";
import { PriceBefore } from "./promises";
import { type ActionVideo, VideoAction } from "./video-action";

/** On phones: price and button at the bottom of the window, and at rest below the content. */
export function PriceBar({
  video,
  shown,
  coupon,
  free,
}: {
  video: ActionVideo & { currency: Currency };
  shown: WatchButtonState;
  coupon: CouponNotice | undefined;
  free: FreeNotice | undefined;
}) {
  const t = useText();
  const locale = useLocale();
  const { step } = shown;
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 sm:px-6 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-8px_24px_-16px_rgb(40_25_10/0.35)] lg:hidden">
      <div className={step === "own" ? "sr-only" : "shrink-0"}>
        {step === "buy" || step === "login" ? (
          <>
            <PriceBefore coupon={coupon} currency={video.currency} />
            <p className="text-xl leading-tight font-bold text-primary tabular-nums">
              {free?.price ?? formatMoney(video.price_cents, video.currency, locale)}
            </p>
            <p className="text-xs text-ink-soft">{free?.text ?? t("salesPage.withdrawal")}</p>
          </>
        ) : (
          <p className="font-semibold">{t(step === "own" ? "salesPage.own" : stateNames[step])}</p>
        )}
      </div>
      <div className="max-w-full min-w-fit flex-1 *:w-full">
        <VideoAction video={video} shown={shown} />
      </div>
      {step === "own" && (
        // A fragment inside a closed `details` opens it (HTML Standard, "ancestor details revealing algorithm").
        <a href="#share" className={buttonLook("primary", "large", "flex-1")}>
          {t("sharing.share")}
        </a>
      )}
    </div>
  );
}

interface PurchaseQuestionsProps {
  priceCents: number;
  currency: Currency;
  /** Further questions. */
  children?: ReactNode;
}

/** Answers what people ask before they pay, by the ways to pay that are offered at this price. */
export function PurchaseQuestions({ priceCents, currency, children }: PurchaseQuestionsProps) {
  const t = useText();
  const methods = listOfferedMethods(priceCents, currency);
  const when: MessageKey[] = ["salesPage.whenCard"];
  if (methods.includes("pix")) when.push("salesPage.whenPix");
  if (methods.includes("boleto")) when.push("salesPage.whenBoleto");
  const questions: [question: MessageKey, answer: MessageKey[]][] = [
    ["salesPage.regret", ["salesPage.regretAnswer"]],
    ["salesPage.when", when],
    ["salesPage.howLong", ["salesPage.howLongAnswer"]],
    methods.includes("boleto")
      ? ["salesPage.howBoleto", ["salesPage.howBoletoAnswer"]]
      : methods.includes("pix")
        ? ["salesPage.howPix", ["salesPage.howPixAnswer"]]
        : ["salesPage.howCard", ["salesPage.howCardAnswer"]],
  ];
  return (
    <PageSection title={t("salesPage.questions")}>
      <div className="border-t border-line">
        {questions.map(([question, answer], index) => (
          <PurchaseQuestion
            key={question}
            open={index === 0}
            question={t(question)}
            answer={answer.map((key) => t(key)).join(" ")}
          />
        ))}
        {children}
      </div>
    </PageSection>
  );
}

/** A question that a press opens. */
export function PurchaseQuestion({
  open = false,
  question,
  answer,
}: {
  open?: boolean;
  question: string;
  answer: string;
}) {
  return (
    <details open={open} className="group border-b border-line">
      <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
        {question}
        <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
      </summary>
      <p className="max-w-prose pb-5 text-ink-soft">{answer}</p>
    </details>
  );
}

/** A part of the sales page under a heading. */
export function PageSection({
  id,
  title,
  className,
  children,
}: {
  id?: string;
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className={className}>
      <h2 id={heading} className="mb-5 text-2xl sm:text-[1.75rem]">
        {title}
      </h2>
      {children}
    </section>
  );
}
