import { SaleStatusBadge } from "~/features/money/ledger/sale-status-badge";
import { RowCover } from "~/features/videos/pictures/video-card";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link, TextLink } from "~/ui/link";
import type { GivenVideo, ReceivedVideo } from "./show-library.server";

export function ReceivedList({ videos }: { videos: readonly ReceivedVideo[] }) {
  const t = useText();
  const linkTo = useLinkTo();
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="received" className="mt-10 sm:mt-14">
      <h2 id="received" className="mb-3 text-2xl sm:mb-4 sm:text-[1.75rem]">
        {t("library.receivedTitle")}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {videos.map((video) => (
          <li key={video.videoId} className="py-4">
            <article className="flex flex-wrap items-center gap-x-6 gap-y-2">
              <div className="card-lift grid min-w-0 flex-1 basis-72 grid-cols-[min(8rem,36%)_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-5">
                <RowCover src={video.thumbnailUrl} />
                <div className="min-w-0">
                  <h3 className="row-title line-clamp-3 break-words">
                    <Link {...linkTo(`/watch/${video.videoId}`)} className="card-link">
                      {video.title}
                    </Link>
                  </h3>
                  <p className="mt-0.5 text-sm text-ink-soft">
                    {[video.creatorName, t(`library.received_${video.reason}`, { date: video.date })]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                  {video.isSuspended && (
                    <p className="mt-1 text-sm">
                      <SaleStatusBadge status="disputed" /> {t("purchases.disputedText")}
                    </p>
                  )}
                </div>
              </div>
              <div className="flex flex-wrap items-center gap-x-5 gap-y-1 max-sm:w-full">
                {!video.isSuspended && (
                  <ButtonLink
                    {...linkTo(`/watch/${video.videoId}`)}
                    variant="yours"
                    size="small"
                    aria-label={`${t("purchases.watch")}: ${video.title}`}
                  >
                    <Icon name="play" className="size-4 fill-current" />
                    {t("purchases.watch")}
                  </ButtonLink>
                )}
                <CertificateLink item={video} />
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page of the downloads needs script, so does the link. */
export function DownloadItem({
  item: { videoId, title, mayDownload },
  onForest = false,
}: {
  item: { videoId: string; title: string; mayDownload: boolean };
  onForest?: boolean;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  if (!mayDownload) return null;
  return (
    <TextLink
      {...linkTo(`/downloads?video=${videoId}`)}
      reloadDocument
      className={`text-sm [@media(scripting:none)]:hidden ${onForest ? "text-on-forest" : ""}`}
      aria-label={`${t("library.download")}: ${title}`}
    >
      {t("library.download")}
    </TextLink>
  );
}

export function CertificateLink({
  item: { videoId, title, hasCertificate },
  onForest = false,
}: {
  item: { videoId: string; title: string; hasCertificate: boolean };
  onForest?: boolean;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  if (!hasCertificate) return null;
  return (
    <TextLink
      {...linkTo(`/courses/${videoId}/certificate`)}
      className={onForest ? "text-sm text-on-forest" : "text-sm font-semibold"}
      aria-label={`${t("library.certificate")}: ${title}`}
    >
      {t("library.certificate")}
    </TextLink>
  );
}

export function GivenList({ gifts }: { gifts: readonly GivenVideo[] }) {
  const t = useText();
  const linkTo = useLinkTo();
  if (gifts.length === 0) return null;
  return (
    <section aria-labelledby="given" className="mt-10 sm:mt-14">
      <h2 id="given" className="mb-3 text-2xl sm:mb-4 sm:text-[1.75rem]">
        {t("library.givenTitle")}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {gifts.map((gift) => (
          <li key={gift.saleId} className="py-4">
            <article className="card-lift grid grid-cols-[min(8rem,36%)_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-5">
              <RowCover src={gift.thumbnailUrl} />
              <div className="min-w-0">
                <h3 className="row-title line-clamp-3 break-words">
                  <Link {...linkTo(`/purchases/${gift.saleId}/gift`)} className="card-link">
                    {gift.title}
                  </Link>
                </h3>
                <p className="mt-0.5 text-sm break-words text-ink-soft">
                  {gift.takenOn ? t("library.givenTaken", { date: gift.takenOn }) : t("library.givenOpen")}
                </p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}
