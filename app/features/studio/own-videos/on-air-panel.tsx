import { ShareLinks } from "~/features/shop/sales-page/share-page";
import { videoPath } from "~/features/videos/listing/video-address";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";

/** After publishing: the new video's address and the ways to share it. */
export function OnAirPanel({ appUrl, video }: { appUrl: string; video: { id: string; title: string } }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <section aria-labelledby="on-air" className="mb-8 rounded-panel bg-success-soft p-5 sm:p-7">
      <div className="grid items-center gap-x-10 gap-y-4 lg:grid-cols-2">
        <div className="text-on-success-soft">
          <h2 id="on-air" className="text-2xl">
            {t("creator.onAir")}
          </h2>
          <p className="mt-1">{t("creator.onAirText")}</p>
          <ButtonLink {...linkTo(`/creator/videos/${video.id}/share`)} variant="yours" className="mt-4">
            <Icon name="qr" />
            {t("shareVideo.toPage")}
          </ButtonLink>
        </div>
        <ShareLinks appUrl={appUrl} path={videoPath(video)} title={video.title} />
      </div>
    </section>
  );
}
