import { useMemo } from "react";
import { ChapterList } from "~/features/playback/player/chapter-list";
import { PlayerBar } from "~/features/playback/player/player-bar";
import { TextWithMoments } from "~/features/playback/player/text-with-moments";
import { Transcript } from "~/features/playback/player/transcript";
import { usePlayerElement } from "~/features/playback/player/use-player-element";
import { VideoPlayer } from "~/features/playback/player/video-player";
import { followVideo, useProgress } from "~/features/playback/positions/use-progress";
import { QuestionsSection } from "~/features/shop/questions/questions-section";
import { ReviewEditor } from "~/features/shop/reviews/review-editor";
import { Description } from "~/features/shop/sales-page/description";
import { useLocale, useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";
import { Notice } from "~/ui/notice";
import { LessonHead } from "./lesson-head";
import type { PlayingPage } from "./playing-page";

/**
 * On a phone: player, title, chapters and transcript, then what there is to read. On a wide screen the second are
 * beside it.
 */
export function Lesson({ watched }: { watched: PlayingPage }) {
  const t = useText();
  const locale = useLocale();
  const { video, player, chapters, captions } = watched;
  const element = usePlayerElement(video.id);
  const follow = useMemo(() => element && followVideo(element), [element]);
  const progress = useProgress(follow, `/watch/${video.id}/position`, {
    ranges: watched.watched,
    isDone: watched.isDone,
  });
  const isVideo = player.kind === "file" || player.kind === "stream";
  const hasAside = chapters.length > 0 || (isVideo && captions.length > 0);
  return (
    <div
      className={classNames(
        "mx-auto mt-3 grid gap-x-8 gap-y-6",
        hasAside
          ? "lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_24rem]"
          : "max-w-4xl grid-cols-[minmax(0,1fr)]",
      )}
    >
      <div className="min-w-0">
        <VideoPlayer
          videoId={video.id}
          player={player}
          startSeconds={watched.startSeconds}
          title={video.title}
          captions={captions}
          poster={video.thumbnailUrl}
        />
        {isVideo && <PlayerBar videoId={video.id} captions={captions} hasChapters={chapters.length > 0} />}
        <LessonHead watched={watched} progress={progress} />
      </div>
      {hasAside && (
        <div className="min-w-0 space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {isVideo && captions.length > 0 && (
            <Transcript
              key={video.id}
              videoId={video.id}
              captions={captions}
              asked={watched.transcript}
              preferred={locale}
            />
          )}
          {chapters.length > 0 && <ChapterList videoId={video.id} chapters={chapters} />}
        </div>
      )}
      <div className="min-w-0 space-y-6">
        {player.kind === "file" && player.doubt && (
          <Notice tone="warn">
            {t(player.doubt === "converting" ? "player.converting" : "player.formatDoubt")}
          </Notice>
        )}
        {"secondsLeft" in player && player.secondsLeft !== null && (
          <Notice icon="clock">
            {t("player.expires")} {t("player.expiresNotAccess")}
          </Notice>
        )}
        <Description
          text={video.description}
          renderText={(text) => <TextWithMoments videoId={video.id} text={text} seconds={watched.seconds} />}
        />
        {watched.questions && <QuestionsSection shown={watched.questions} />}
        {"own" in watched && watched.own && (
          <ReviewEditor videoId={video.id} own={watched.own.review} back="watch" />
        )}
      </div>
    </div>
  );
}
