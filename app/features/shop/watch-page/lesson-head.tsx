import { DoneForm, ProgressStrip } from "~/features/playback/player/progress-strip";
import type { Progress } from "~/features/playback/positions/use-progress";
import { creatorPath } from "~/features/shop/creators/handle";
import { SharePage } from "~/features/shop/sales-page/share-page";
import { portraitSource } from "~/features/videos/cards/portrait-sizes";
import { videoPath } from "~/features/videos/listing/video-address";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Portrait } from "~/ui/portrait";
import type { PlayingPage } from "./playing-page";

/** Title, who teaches, and how far the viewer has come. */
export function LessonHead({ watched, progress }: { watched: PlayingPage; progress: Progress }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { video, creator } = watched;
  return (
    <>
      <div className="mt-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 flex-1 basis-72 text-3xl break-words sm:text-4xl">{video.title}</h1>
        <DoneForm videoId={video.id} isDone={progress.isDone} />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        {creator && (
          <Link
            {...linkTo(creatorPath(creator.handle))}
            className="flex min-h-11 min-w-0 items-center gap-3 font-semibold underline-offset-4 hover:underline"
          >
            <Portrait {...portraitSource(creator.portraitKey)} name={creator.name} sizes="2rem" />
            <span className="min-w-0 break-words">{creator.name}</span>
          </Link>
        )}
        {"receiptOf" in watched && watched.receiptOf && (
          <ButtonLink {...linkTo(`/purchases/${watched.receiptOf}/receipt`)} variant="quiet" size="small">
            {t("player.receipt")}
          </ButtonLink>
        )}
      </div>
      <SharePage
        label={`${t("player.share")}: ${video.title}`}
        appUrl={watched.appUrl}
        path={videoPath(video)}
        title={video.title}
      />
      <ProgressStrip
        key={video.id}
        videoId={video.id}
        startSeconds={watched.startSeconds}
        seconds={watched.seconds}
        progress={progress}
      />
    </>
  );
}
