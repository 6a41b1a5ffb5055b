import type { ReactNode } from "react";
import { SaleStatusBadge } from "~/features/money/ledger/sale-status-badge";
import { paymentPath, seePaymentKey } from "~/features/orders/checkout/awaited-payment";
import { AwaitedPaymentBadge } from "~/features/orders/checkout/awaited-payment-badge";
import { videoPath } from "~/features/videos/listing/video-address";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link, TextLink } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { Thumbnail } from "~/ui/thumbnail";
import type { BuyAgain } from "./purchase-status";
import type { PurchaseView } from "./show-purchases.server";

export function PurchaseItem({ purchase }: { purchase: PurchaseView }) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  return (
    <li className="flex flex-col gap-4 p-5 sm:flex-row sm:items-start sm:p-6">
      <Thumbnail src={purchase.thumbnailUrl} alt="" className="shrink-0 rounded-control sm:w-44" />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
          <h3 className="text-lg leading-snug break-words">{purchase.title}</h3>
          <p className="text-lg font-bold tabular-nums">
            {formatMoney(purchase.amountCents, purchase.currency, locale)}
          </p>
        </div>
        <p className="mt-1 text-sm text-ink-faint">{purchase.date}</p>
        <div className="mt-3">
          <PurchaseState purchase={purchase} />
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1 empty:hidden">
          {purchase.payUrl && (
            <a href={purchase.payUrl} className={buttonLook("buy", "small")}>
              {t("purchases.resume")}
            </a>
          )}
          {(purchase.state.kind === "awaiting" || purchase.state.kind === "processing") && (
            <SeePayment purchase={purchase} />
          )}
          {purchase.state.kind === "paid" && (
            <ButtonLink
              {...linkTo(`/watch/${purchase.videoId}`)}
              variant="yours"
              size="small"
              aria-label={`${t("purchases.watch")}: ${purchase.title}`}
            >
              <Icon name="play" />
              {t("purchases.watch")}
            </ButtonLink>
          )}
          <PurchaseLinks purchase={purchase} />
        </div>
      </div>
    </li>
  );
}

export function PurchaseLinks({
  purchase,
  onForest = false,
}: {
  purchase: PurchaseView;
  onForest?: boolean;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  const look = onForest ? "text-sm text-on-forest" : "text-sm";
  return (
    <>
      {purchase.hasReceipt && (
        <TextLink
          {...linkTo(`/purchases/${purchase.id}/receipt`)}
          className={look}
          aria-label={`${t("purchases.receipt")}: ${purchase.title}`}
        >
          {t("purchases.receipt")}
        </TextLink>
      )}
      {purchase.keyNeed === "change" && (
        <TextLink
          {...linkTo(`/purchases/${purchase.id}/refund-key`)}
          className={look}
          aria-label={`${t("purchases.changeKey")}: ${purchase.title}`}
        >
          {t("purchases.changeKey")}
        </TextLink>
      )}
      {purchase.keyNeed && purchase.keyNeed !== "change" && (
        <ButtonLink
          {...linkTo(`/purchases/${purchase.id}/refund-key`)}
          size="small"
          aria-label={`${t("purchases.giveKey")}: ${purchase.title}`}
        >
          {t("purchases.giveKey")}
        </ButtonLink>
      )}
      {purchase.withdrawAgain ? (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <WithdrawLink purchase={purchase} className={onForest ? "text-on-forest" : undefined} />
          <span className={onForest ? undefined : "text-ink-faint"}>{t("purchases.withdrawNotSent")}</span>
        </p>
      ) : (
        purchase.withdrawUntil && (
          <details className="relative">
            <summary
              aria-label={`${t("purchases.otherWays")}: ${purchase.title}`}
              title={t("purchases.otherWays")}
              className="flex size-11 cursor-pointer list-none items-center justify-center rounded-control hover:bg-sunken/20 [&::-webkit-details-marker]:hidden"
            >
              <Icon name="dots" />
            </summary>
            <p className="absolute left-0 z-30 w-64 max-w-[80vw] rounded-card border border-line bg-surface p-3 text-sm text-ink-soft shadow-lifted">
              <WithdrawLink purchase={purchase} />
              <span className="block">{t("purchases.withdrawUntil", { date: purchase.withdrawUntil })}</span>
            </p>
          </details>
        )
      )}
    </>
  );
}

function WithdrawLink({ purchase, className }: { purchase: PurchaseView; className?: string | undefined }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <TextLink
      {...linkTo(`/purchases/${purchase.id}/withdraw`)}
      className={className}
      aria-label={`${t("purchases.withdraw")}: ${purchase.title}`}
    >
      {t("purchases.withdraw")}
    </TextLink>
  );
}

export function SeePayment({ purchase: { id, title, state, setAside } }: { purchase: PurchaseView }) {
  const t = useText();
  const linkTo = useLinkTo();
  const see = t(seePaymentKey(state.kind === "awaiting" ? state : undefined));
  return (
    <ButtonLink
      {...linkTo(paymentPath(id))}
      size="small"
      variant={setAside || state.kind !== "awaiting" ? "secondary" : "buy"}
      aria-label={`${see}: ${title}`}
    >
      {see}
    </ButtonLink>
  );
}

const failedTexts = {
  bought: "purchases.failedBought",
  paying: "purchases.failedPaying",
  gone: "purchases.failedGone",
} as const satisfies Record<Exclude<BuyAgain, "possible">, MessageKey>;

export function PurchaseState({
  purchase: { state, currency, videoId, title, setAside, changedPrice, keyNeed },
}: {
  purchase: PurchaseView;
}) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  switch (state.kind) {
    case "pending":
      return (
        <StateNotice badge={<SaleStatusBadge status="pending" />}>
          {changedPrice ? (
            <Link {...linkTo(videoPath({ id: videoId, title }))} className="underline underline-offset-4">
              {t("purchases.priceChanged", { price: changedPrice })}
            </Link>
          ) : (
            !state.payable && t("purchases.lapsed")
          )}
        </StateNotice>
      );
    case "awaiting":
      return (
        <StateNotice badge={<AwaitedPaymentBadge awaited={state} />}>
          {t(setAside ? "purchases.setAside" : "purchases.onItsWay")}
        </StateNotice>
      );
    case "processing":
      return (
        <StateNotice badge={<AwaitedPaymentBadge awaited={undefined} />}>
          {t("purchases.onItsWay")}
        </StateNotice>
      );
    case "paid":
      return (
        <StateNotice badge={<SaleStatusBadge status="completed" />}>
          {keyNeed === "again"
            ? t("purchases.keyAgain")
            : state.backCents > 0 &&
              t("purchases.partBack", { amount: formatMoney(state.backCents, currency, locale) })}
        </StateNotice>
      );
    case "failed":
      return (
        <StateNotice badge={<SaleStatusBadge status="failed" />}>
          {state.again === "possible" ? (
            <Link {...linkTo(videoPath({ id: videoId, title }))} className="underline underline-offset-4">
              {t("purchases.failedText")}
            </Link>
          ) : (
            t(failedTexts[state.again])
          )}
        </StateNotice>
      );
    case "refunded":
      return (
        <StateNotice badge={<SaleStatusBadge status="refunded" />}>
          {state.byHand
            ? t(keyNeed === "waiting" ? "purchases.keyMissing" : "purchases.comingBack")
            : state.on && t("purchases.refundedOn", { date: state.on })}
        </StateNotice>
      );
    case "disputed":
      return (
        <StateNotice badge={<SaleStatusBadge status="disputed" />}>{t("purchases.disputedText")}</StateNotice>
      );
    case "paidTwice":
      return (
        <StateNotice badge={<Badge tone="warn">{t("purchases.twice")}</Badge>}>
          {t(keyNeed && keyNeed !== "change" ? "purchases.twiceKeyMissing" : "purchases.twiceText")}
        </StateNotice>
      );
  }
}

function StateNotice({ badge, children }: { badge: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {badge}
      {children && <p className="text-sm text-ink-soft">{children}</p>}
    </div>
  );
}
