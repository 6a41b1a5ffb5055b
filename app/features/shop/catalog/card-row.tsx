import type { ReactNode } from "react";
import { AwaitedPaymentBadge } from "~/features/orders/checkout/awaited-payment-badge";
import type { WatchButtonState } from "~/features/orders/checkout/holding";
import { WatchButton } from "~/features/orders/checkout/watch-button";
import { ShelfCard } from "~/features/videos/pictures/video-card";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import type { ShelfVideo } from "./video-page";

export function Shelf({ title, all, children }: { title: string; all?: string; children: ReactNode }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <section aria-label={title} className="mb-10 sm:mb-14">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 className="text-2xl sm:text-[1.75rem]">{title}</h2>
        {all && (
          <Link
            {...linkTo(all)}
            aria-label={`${t("marketplace.seeAll")}: ${title}`}
            className="inline-flex min-h-11 shrink-0 items-center gap-2 font-semibold underline underline-offset-4 hover:no-underline"
          >
            {t("marketplace.seeAll")}
            <Icon name="arrow-right" className="size-4" />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** Laid out by the number of cards (`base.css`). */
export function CardRow({
  videos,
  withButton = false,
}: {
  videos: readonly ShelfVideo[];
  withButton?: boolean;
}) {
  return (
    <ul className="card-row row-aside">
      {videos.map((video) => (
        <li key={video.id} className="min-w-0">
          <ShelfCard
            video={video}
            creator={video}
            badge={<StepBadge {...video} />}
            owned={video.step === "bought" || video.step === "own"}
          >
            {withButton && <CardWatchButton video={video} />}
          </ShelfCard>
        </li>
      ))}
    </ul>
  );
}

export function CardWatchButton({ video }: { video: ShelfVideo }) {
  return (
    <WatchButton
      videoId={video.id}
      title={video.title}
      priceCents={video.price_cents}
      state={video}
      look="card"
    />
  );
}

const place = "absolute top-2 left-2 max-w-[calc(100%-1rem)] shadow-card text-xs whitespace-normal!";

export function StepBadge({ step, awaited }: WatchButtonState) {
  const t = useText();
  if (step === "paying") return <AwaitedPaymentBadge awaited={awaited} className={place} />;
  if (step === "disputed") {
    return (
      <Badge tone="warn" className={place}>
        <Icon name="alert" className="size-4" />
        {t("sales.disputed")}
      </Badge>
    );
  }
  if (step !== "bought" && step !== "own") return null;
  return (
    <Badge tone={step === "bought" ? "success" : "brand"} className={place}>
      <Icon name={step === "bought" ? "check" : "video"} className="size-4" />
      {t(`marketplace.${step}`)}
    </Badge>
  );
}
