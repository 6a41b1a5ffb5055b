import type { ReactNode } from "react";
import { PurchaseLinks, PurchaseState, SeePayment } from "~/features/orders/purchases/purchase-item";
import { clockDuration, clockMoment, shortDuration } from "~/features/videos/listing/duration";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { Star } from "~/ui/rating";
import { Bar, Cover, secondsLeft } from "./continue-watching";
import { CertificateLink, DownloadItem } from "./gift-lists";
import type { LibraryItem } from "./show-library.server";

export function LibraryRow({ item }: { item: LibraryItem }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { group, videoId, title } = item;
  const label =
    group === "done" ? "library.watchAgain" : group === "going" ? "library.continue" : "purchases.watch";
  const needsWord = item.keyNeed === "again" || (item.state.kind === "paid" && item.state.backCents > 0);
  return (
    <li className="py-4">
      <article className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="card-lift grid min-w-0 flex-1 basis-72 grid-cols-[min(8rem,36%)_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-5">
          <div className="relative">
            <Cover item={item} sizes="9rem" />
            {group === "new" && item.seconds !== null && (
              <span className="absolute right-1.5 bottom-1.5 rounded-md bg-over-picture px-1.5 text-sm font-semibold text-on-picture tabular-nums">
                {clockDuration(item.seconds)}
              </span>
            )}
          </div>
          <div className="min-w-0">
            <h3 className="row-title line-clamp-3 break-words">
              <Link {...linkTo(`/watch/${videoId}`)} className="card-link">
                {title}
              </Link>
            </h3>
            <p className="mt-0.5 text-sm text-ink-soft">
              {[item.creatorName, group === "new" && t("library.boughtOn", { date: item.date })]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {group === "going" && <Left item={item} />}
            {group === "done" && (
              <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <Badge tone="success">
                  <Icon name="check" className="size-4" />
                  {item.doneOn ? t("library.doneOn", { date: item.doneOn }) : t("library.doneShort")}
                </Badge>
              </p>
            )}
          </div>
        </div>
        {needsWord && <PurchaseState purchase={item} />}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 max-sm:w-full">
          <CertificateLink item={item} />
          <ButtonLink
            {...linkTo(`/watch/${videoId}`)}
            variant={group === "done" ? "secondary" : "yours"}
            size="small"
            aria-label={`${t(label)}: ${title}`}
          >
            {group !== "done" && <Icon name="play" className="size-4 fill-current" />}
            {t(label)}
          </ButtonLink>
          {group === "done" && <OwnRating item={item} />}
          <DownloadItem item={item} />
          <PurchaseLinks purchase={item} />
        </div>
        {item.said && <Said item={item} said={item.said} />}
      </article>
    </li>
  );
}

function Left({ item }: { item: LibraryItem }) {
  const t = useText();
  const left = secondsLeft(item);
  return (
    <>
      <Bar item={item} className="mt-2 h-1.5 max-w-80" />
      {left !== undefined && (
        <p className="mt-1 text-sm text-ink-soft">{t("library.left", { length: shortDuration(left) })}</p>
      )}
    </>
  );
}

function OwnRating({ item: { ownRating, videoId, title } }: { item: LibraryItem }) {
  const t = useText();
  const linkTo = useLinkTo();
  const text = ownRating === null ? t("library.rate") : t("library.yourRating", { rating: ownRating });
  return (
    <ButtonLink
      {...linkTo(`/watch/${videoId}#own-review`)}
      variant="quiet"
      size="small"
      className="px-2!"
      aria-label={`${text}: ${title}`}
    >
      <Star filled={ownRating !== null} />
      {text}
    </ButtonLink>
  );
}

/** The passage that matches the search, as a link to its moment. */
function Said({ item, said }: { item: LibraryItem; said: NonNullable<LibraryItem["said"]> }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <p className="w-full">
      <Link
        {...linkTo(`/watch/${item.videoId}?t=${said.seconds}#player`)}
        className="flex min-h-11 items-center gap-3 rounded-control bg-success-soft px-3 py-2 text-on-success-soft"
      >
        <span className="shrink-0 text-sm font-semibold tabular-nums underline underline-offset-4">
          <span className="sr-only">{t("library.saidAt", { time: clockMoment(said.seconds) })}</span>
          <span aria-hidden="true">{clockMoment(said.seconds)}</span>
        </span>
        <span className="line-clamp-2 min-w-0 break-words">{said.text}</span>
      </Link>
    </p>
  );
}

export function WaitingPurchase({ item }: { item: LibraryItem }) {
  const t = useText();
  const locale = useLocale();
  const awaits = item.state.kind === "awaiting" || item.state.kind === "processing";
  return (
    <li>
      <article className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-panel border border-line-strong bg-surface p-4">
        <div className="grid min-w-0 flex-1 basis-72 grid-cols-[min(8rem,34%)_minmax(0,1fr)] items-center gap-3 sm:gap-5">
          <Cover item={item} sizes="8rem" />
          <div className="min-w-0">
            <h3 className="row-title break-words">{item.title}</h3>
            <Money className="sm:hidden">{formatMoney(item.amountCents, item.currency, locale)}</Money>
            <div className="mt-1.5 [&_span]:whitespace-normal">
              <PurchaseState purchase={item} />
            </div>
          </div>
        </div>
        <Money className="max-sm:hidden">{formatMoney(item.amountCents, item.currency, locale)}</Money>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 empty:hidden max-sm:w-full max-sm:[&>a.button-frame]:w-full">
          {item.payUrl && (
            <a href={item.payUrl} className={buttonLook("buy", "small")}>
              {t("purchases.resume")}
            </a>
          )}
          {awaits && <SeePayment purchase={item} />}
          <PurchaseLinks purchase={item} />
        </div>
      </article>
    </li>
  );
}

function Money({ className, children }: { className: string; children: ReactNode }) {
  return <p className={`text-lg font-bold whitespace-nowrap tabular-nums ${className}`}>{children}</p>;
}
