import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type FollowPlayer, followVideo, useProgress } from "~/features/playback/access/use-progress";
import { placesPath } from "~/features/playback/access/watch-access";
import { countSeconds } from "~/features/playback/access/watch-tracker";
import {
  LessonList,
  lessonPath,
  lessonsId,
  NextButton,
  NextLesson,
} from "~/features/playback/certificates/lessons-beside";
import { notesId } from "~/features/playback/notes/note-view";
import { NotesSection, takeNote } from "~/features/playback/notes/notes-section";
import { ChapterList, TextWithMoments } from "~/features/playback/player/moment-link";
import { NextByItself } from "~/features/playback/player/next-by-itself";
import { readChoices } from "~/features/playback/player/player-choices";
import { runCommand } from "~/features/playback/player/player-commands";
import { PlayerFrame } from "~/features/playback/player/player-frame";
import { Transcript } from "~/features/playback/player/transcript";
import { useMediaSession } from "~/features/playback/player/use-media-session";
import { usePlayerElement } from "~/features/playback/player/use-player-state";
import { AnnouncementList } from "~/features/shop/announcements/announcement-list";
import { FollowForm } from "~/features/shop/announcements/follow-form";
import { QuestionsSection } from "~/features/shop/reviews/questions-section";
import { questionsSectionId } from "~/features/shop/reviews/questions-view";
import { ReviewEditor } from "~/features/shop/reviews/review-forms";
import { isReviewDue } from "~/features/shop/reviews/reviews-view";
import { Description } from "~/features/shop/sales-page/description";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/looks";
import { Notice } from "~/ui/notice";
import { SectionFold } from "~/ui/section-fold";
import { DownloadList, MoreByCreator } from "./below-lesson";
import { EndPanel } from "./end-panel";
import { LessonHead, LessonTabs } from "./lesson-head";
import type { PlayingPage } from "./show-watch-page.server";

/** On wide screens the lessons are beside the rest. Needs a new `key` for another video. */
export function Lesson({ watched }: { watched: PlayingPage }) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { video, player, chapters, captions, seconds, questions } = watched;
  const element = usePlayerElement(video.id);
  const [embedded, setEmbedded] = useState<FollowPlayer>();
  const follow = useMemo(() => (element ? followVideo(element) : embedded), [element, embedded]);
  const lessons = "lessons" in watched ? watched.lessons : undefined;
  const progress = useProgress(
    follow,
    { path: `/watch/${video.id}/position`, placesPath: linkTo(placesPath(video.id, lessons?.id)).to },
    {
      ranges: watched.watched,
      isDone: watched.isDone,
    },
  );
  const isVideo = player.kind === "file" || player.kind === "stream";
  const hasTranscript = isVideo && captions.length > 0;
  const hasAside = lessons !== undefined || chapters.length > 0;
  const open = useOpenLesson(lessons?.id);
  const nextId = lessons?.next?.id;
  const openNext = useMemo(() => nextId && (() => open(nextId)), [nextId, open]);
  const previousId = lessons?.previousId;
  useMediaSession(element, {
    title: video.title,
    artist: watched.creator?.name,
    cover: video.thumbnailUrl,
    previous: useMemo(() => (previousId ? () => open(previousId) : undefined), [previousId, open]),
    next: openNext || undefined,
  });
  usePlaysAtOnce(element);
  const [isWide, setWide] = useState(false);
  useEffect(() => setWide(readChoices().wide), []);
  const own = "own" in watched ? watched.own : undefined;
  const watching = { watchedSeconds: countSeconds(progress.ranges), isDone: progress.isDone };
  const asks = "asksReview" in watched && (watched.asksReview || isReviewDue(watching, seconds));
  const isOver = asks || progress.ended;
  return (
    <div
      className={classNames(
        "mx-auto mt-3 grid gap-x-8",
        hasAside
          ? "lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_22.5rem]"
          : "max-w-4xl grid-cols-[minmax(0,1fr)]",
      )}
    >
      <div className={classNames("min-w-0", isWide && "wide-player lg:col-span-2")}>
        <PlayerFrame
          videoId={video.id}
          player={player}
          video={isVideo ? element : undefined}
          startSeconds={watched.startSeconds}
          title={video.title}
          captions={captions}
          chapters={chapters}
          length={seconds}
          poster={video.thumbnailUrl}
          asked={watched.plays}
          savesData={watched.savesData}
          onFollow={useCallback((found: FollowPlayer) => setEmbedded(() => found), [])}
          mark={"mark" in watched ? watched.mark : undefined}
          next={lessons?.next && <NextButton course={lessons} />}
          onNote={takeNote}
          onWiden={hasAside ? () => setWide((before) => !before) : undefined}
          end={
            <EndPanel
              videoId={video.id}
              isDone={progress.isDone}
              own={own}
              next={
                lessons?.next &&
                openNext && (
                  <NextByItself
                    path={lessonPath(lessons.id, lessons.next.id)}
                    title={lessons.next.title}
                    onOpen={openNext}
                  />
                )
              }
              onReplay={() => element && runCommand(element, { do: "playOrPause" })}
            />
          }
        />
        <LessonHead watched={watched} progress={progress} />
        <LessonTabs
          sections={[
            ...(lessons
              ? [{ id: lessonsId, name: t("player.lessons"), count: `${lessons.done}/${lessons.all}` }]
              : []),
            { id: notesId, name: t("player.notes"), count: watched.notes.count },
            ...(hasTranscript ? [{ id: "transcript", name: t("player.transcript") }] : []),
            ...(questions
              ? [{ id: questionsSectionId, name: t("player.questions"), count: questions.count }]
              : []),
            { id: "about", name: t("player.about") },
          ]}
        />
      </div>
      {hasAside && (
        <aside
          className={classNames(
            "min-w-0 space-y-6 max-lg:mt-5 lg:col-start-2",
            isWide ? "lg:mt-8" : "lg:row-span-2",
          )}
        >
          {lessons && <LessonList course={lessons} videoId={video.id} isDone={progress.isDone} />}
          {lessons && <NextLesson course={lessons} className="max-lg:hidden" />}
          {chapters.length > 0 && (
            <div className={isVideo ? "[@media(scripting:enabled)]:max-lg:hidden" : undefined}>
              <ChapterList videoId={video.id} chapters={chapters} />
            </div>
          )}
        </aside>
      )}
      <div className="mt-8 min-w-0 space-y-10">
        {player.kind === "file" && player.doubt && (
          <Notice tone="warn">
            {t(`player.${player.doubt === "format" ? "formatDoubt" : player.doubt}`)}
          </Notice>
        )}
        <div
          className={classNames(
            "grid items-start gap-8",
            hasTranscript && "xl:grid-cols-[minmax(0,1fr)_21.5rem]",
          )}
        >
          <NotesSection
            shown={watched.notes}
            courseId={lessons?.id}
            startSeconds={watched.startSeconds}
            className={
              hasTranscript
                ? "xl:order-1 xl:rounded-panel xl:border xl:border-line xl:bg-surface xl:p-5"
                : undefined
            }
          />
          {hasTranscript && (
            <Transcript
              key={video.id}
              videoId={video.id}
              captions={captions}
              asked={watched.transcript}
              preferred={locale}
              onNote={takeNote}
            />
          )}
        </div>
        {own && isOver && (
          <ReviewEditor
            videoId={video.id}
            own={own.review}
            back="watch"
            note={own.name && t("player.reviewedAs", { name: own.name })}
          />
        )}
        {watched.files && <DownloadList videoId={video.id} files={watched.files} />}
        {"announcements" in watched && watched.announcements && (
          <AnnouncementList shown={watched.announcements} />
        )}
        {questions && <QuestionsSection shown={questions} />}
        <SectionFold id="about" title={t("player.about")} hint={watched.creator?.name}>
          <Description
            text={video.description}
            renderText={(text) => <TextWithMoments videoId={video.id} text={text} seconds={seconds} />}
          />
        </SectionFold>
        {isOver && "follow" in watched && watched.creator && (
          <FollowForm handle={watched.creator.handle} shown={watched.follow} back={`/watch/${video.id}`} />
        )}
        {isOver && "others" in watched && watched.creator && (
          <MoreByCreator name={watched.creator.name} videos={watched.others} />
        )}
        {"secondsLeft" in player && player.secondsLeft !== null && (
          <p className="text-sm text-ink-soft">{t("player.expires")}</p>
        )}
      </div>
    </div>
  );
}

/** The next lesson plays in the same player: full screen, speed and captions stay. */
function useOpenLesson(courseId: string | undefined): (videoId: string) => void {
  const navigate = useNavigate();
  const linkTo = useLinkTo();
  const locale = useLocale();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `linkTo` changes with the language alone
  return useCallback(
    (videoId) => courseId && navigate(linkTo(lessonPath(courseId, videoId)).to, { state: { plays: true } }),
    [courseId, navigate, locale],
  );
}

/** Plays a lesson opened by the one before. A browser that requires a click first leaves it paused. */
function usePlaysAtOnce(element: HTMLVideoElement | undefined): void {
  const { state } = useLocation();
  const plays = (state as { plays?: boolean } | null)?.plays === true;
  useEffect(() => {
    if (plays) element?.play().catch(() => undefined);
  }, [element, plays]);
}
