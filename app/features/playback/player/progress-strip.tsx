import { Form } from "@remix-run/react";
import { useState } from "react";
import type { Progress } from "~/features/playback/access/use-progress";
import { countSeconds } from "~/features/playback/access/watch-tracker";
import { AgainForm } from "~/features/playback/certificates/lessons-beside";
import { clockDuration, shortDuration } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { buttonLook } from "~/ui/looks";
import { MomentLink } from "./moment-link";

interface ProgressStripProps {
  videoId: string;
  startSeconds: number;
  /** Length; null while unknown. */
  seconds: number | null;
  progress: Progress;
}

/** Nothing for a video that was never played. */
export function ProgressStrip({ videoId, startSeconds, seconds, progress }: ProgressStripProps) {
  const t = useText();
  // Loaders run again with later positions: the player started at the first.
  const [from] = useState(startSeconds);
  const watched = countSeconds(progress.ranges);
  const offersStart = from > 0 && !progress.started;
  if (!offersStart && watched === 0 && !progress.isDone) return null;
  const left = seconds === null ? 0 : Math.max(0, seconds - watched);
  return (
    <section
      aria-label={t("player.progress")}
      className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-success-soft px-4 py-3 text-on-success-soft sm:px-5"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
          <strong className="flex items-center gap-2 font-bold">
            {progress.isDone && <Icon name="check" />}
            {progress.isDone
              ? t("player.done")
              : offersStart
                ? t("player.stoppedAt", { time: clockDuration(from) })
                : t("player.progress")}
          </strong>
          {!progress.isDone && left > 0 && <span>{t("player.left", { length: shortDuration(left) })}</span>}
        </p>
        {seconds !== null && !progress.isDone && (
          <progress
            aria-label={t("player.progress")}
            className="watched on-success mt-2 block h-1.5 w-full"
            value={Math.min(watched, seconds)}
            max={seconds}
          />
        )}
      </div>
      {progress.isDone && <AgainForm productId={videoId}>{t("player.again")}</AgainForm>}
      {offersStart && (
        <div className="flex flex-wrap gap-1">
          <MomentLink
            videoId={videoId}
            seconds={from}
            className={buttonLook("yours", "small", "text-on-forest hover:no-underline")}
          >
            <Icon name="play" className="size-4 fill-current" />
            {t("player.continue")}
          </MomentLink>
          <MomentLink
            videoId={videoId}
            seconds={0}
            className={buttonLook("quiet", "small", "text-on-success-soft")}
          >
            {t("player.fromStart")}
          </MomentLink>
        </div>
      )}
    </section>
  );
}

interface DoneFormProps {
  videoId: string;
  isDone: boolean;
  isLesson: boolean;
}

export function DoneForm({ videoId, isDone, isLesson }: DoneFormProps) {
  const t = useText();
  const action = useLinkTo()(`/watch/${videoId}/position`).to;
  return (
    <Form method="post" action={action} preventScrollReset replace className="max-w-full">
      <Button
        name="done"
        value={isDone ? "0" : "1"}
        variant={isDone ? "quiet" : "secondary"}
        size="small"
        aria-label={isDone ? t("player.markNotDoneWhy") : undefined}
      >
        {!isDone && <Icon name="check" />}
        {t(isDone ? "player.markNotDone" : isLesson ? "player.markLessonDone" : "player.markDone")}
      </Button>
    </Form>
  );
}
