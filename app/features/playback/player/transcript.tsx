import { memo, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { foldText } from "~/features/base/form-fields/accents";
import type { Cue } from "~/features/videos/lesson-files/caption-files";
import type { CaptionTrack } from "~/features/videos/lesson-files/caption-languages";
import { clockMoment } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";
import { controlLook } from "~/ui/forms/field-frame";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { TextLink } from "~/ui/text-link";
import { MomentLink } from "./moment-link";
import { transcriptPath } from "./transcript-page";
import { usePlayerElement } from "./use-player-state";

interface TranscriptProps {
  videoId: string;
  captions: readonly CaptionTrack[];
  /** The language that the address requests; undefined without one. */
  asked: { language: string; cues: Cue[] } | undefined;
  /** The language to begin with, if there are captions in it. */
  preferred: string;
}

/** The transcript, each passage a link to its moment. Without script, links lead to a page that lists it. */
export function Transcript({ videoId, captions, asked, preferred }: TranscriptProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const video = usePlayerElement(videoId);
  const [chosen, setChosen] = useState<string>();
  const first = captions.find(({ language }) => language === preferred) ?? captions[0];
  const language = chosen ?? asked?.language ?? first?.language ?? "";
  const loaded = useCues(video, language);
  const cues = loaded.cues ?? (asked?.language === language ? asked.cues : undefined);
  return (
    <section aria-labelledby="transcript" className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="transcript" className="text-xl">
          {t("player.transcript")}
        </h2>
        {video && captions.length > 1 && (
          <select
            aria-label={t("player.transcriptLanguage")}
            value={language}
            onChange={(event) => setChosen(event.currentTarget.value)}
            className="min-h-11 rounded-control border border-line-strong bg-surface px-3 text-base text-ink sm:text-sm"
          >
            {captions.map((each) => (
              <option key={each.language} value={each.language}>
                {each.name}
              </option>
            ))}
          </select>
        )}
      </div>
      {cues ? (
        <Passages key={language} videoId={videoId} video={video} cues={cues} lang={language} />
      ) : (
        <TranscriptLinks
          videoId={videoId}
          captions={captions}
          waiting={video && !loaded.failed}
          failed={loaded.failed}
        />
      )}
      <TextLink {...linkTo(transcriptPath(videoId))} className="mt-2 gap-2 text-sm">
        <Icon name="list" />
        {t("player.transcriptRead")}
      </TextLink>
    </section>
  );
}

/** Loads the captions of a language by their track in the player. */
function useCues(video: HTMLVideoElement | undefined, language: string): { cues?: Cue[]; failed?: boolean } {
  const [loaded, setLoaded] = useState<{ language: string; cues?: Cue[]; failed?: boolean }>();
  useEffect(() => {
    const track = [...(video?.querySelectorAll("track") ?? [])].find(({ srclang }) => srclang === language);
    if (!track) return;
    let over = false;
    loadCues(track).then(
      (cues) => over || setLoaded({ language, cues }),
      () => over || setLoaded({ language, failed: true }),
    );
    return () => {
      over = true;
    };
  }, [video, language]);
  return loaded?.language === language ? loaded : {};
}

interface TranscriptLinksProps {
  videoId: string;
  captions: readonly CaptionTrack[];
  waiting: boolean | undefined;
  failed: boolean | undefined;
}

function TranscriptLinks({ videoId, captions, waiting, failed }: TranscriptLinksProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const hydrated = useHydrated();
  if (failed) return <p className="mt-3 text-ink-soft">{t("player.transcriptFailed")}</p>;
  if (hydrated && waiting) return <p className="mt-3 text-ink-soft">{t("player.transcriptLoading")}</p>;
  return (
    <ul className="mt-2">
      {captions.map(({ language, name }) => (
        <li key={language}>
          <Link
            {...linkTo(`/watch/${videoId}?transcript=${language}#transcript`)}
            className="inline-flex min-h-11 items-center font-semibold text-forest-ink underline underline-offset-4"
          >
            {t("player.transcriptIn", { language: name })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface PassagesProps {
  videoId: string;
  video: HTMLVideoElement | undefined;
  cues: readonly Cue[];
  lang: string;
}

function Passages({ videoId, video, cues, lang }: PassagesProps) {
  const t = useText();
  const followId = useId();
  const list = useRef<HTMLOListElement>(null);
  const [typed, setTyped] = useState("");
  const wanted = foldText(useDeferredValue(typed).trim());
  const [follows, setFollows] = useState(true);
  const present = usePresentCue(video, cues);
  const found = useMemo(
    () => [...cues.entries()].filter(([, { text }]) => foldText(text).includes(wanted)),
    [cues, wanted],
  );

  useEffect(() => {
    const box = list.current;
    const row = follows && !wanted ? box?.querySelector<HTMLElement>("[aria-current]") : undefined;
    // The list alone is scrolled, never the page.
    if (box && row) box.scrollTop = row.offsetTop - box.clientHeight / 3;
  });

  return (
    <>
      {video && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <input
            type="search"
            aria-label={t("player.transcriptSearch")}
            placeholder={t("player.transcriptSearch")}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            className={controlLook(undefined, "min-w-40 flex-1")}
          />
          <label htmlFor={followId} className="flex min-h-11 items-center gap-2 text-sm">
            <input
              id={followId}
              type="checkbox"
              checked={follows}
              onChange={(event) => setFollows(event.currentTarget.checked)}
              className="size-5 accent-forest"
            />
            {t("player.transcriptFollow")}
          </label>
          <p role="status" className="w-full text-sm text-ink-soft empty:hidden">
            {wanted && t("player.transcriptFound", { count: found.length })}
          </p>
        </div>
      )}
      <ol
        ref={list}
        lang={lang}
        className={classNames("relative mt-2 -mx-2", video && "max-h-96 overflow-y-auto lg:max-h-[30rem]")}
      >
        {found.map(([index, cue]) => (
          <Passage
            key={index}
            videoId={videoId}
            seconds={Math.floor(cue.from / 1_000)}
            text={cue.text}
            present={index === present}
          />
        ))}
      </ol>
    </>
  );
}

/** Returns the index of the cue at the player's time, or -1. */
function usePresentCue(video: HTMLVideoElement | undefined, cues: readonly Cue[]): number {
  const [present, setPresent] = useState(-1);
  useEffect(() => {
    if (!video) return;
    const look = () => setPresent(findPresentCue(cues, video.currentTime * 1_000));
    look();
    video.addEventListener("timeupdate", look);
    video.addEventListener("seeking", look);
    return () => {
      video.removeEventListener("timeupdate", look);
      video.removeEventListener("seeking", look);
    };
  }, [video, cues]);
  return present;
}

interface PassageProps {
  videoId: string;
  seconds: number;
  text: string;
  present: boolean;
}

const Passage = memo(function Passage({ videoId, seconds, text, present }: PassageProps) {
  return (
    <li
      aria-current={present || undefined}
      className={classNames("rounded-control px-2", present && "bg-success-soft text-on-success-soft")}
    >
      <MomentLink
        videoId={videoId}
        seconds={seconds}
        className="flex min-h-11 gap-3 py-2.5 font-normal! text-current"
      >
        <span className="w-12 shrink-0 text-right text-sm leading-6 underline underline-offset-4">
          {clockMoment(seconds)}
        </span>
        <span className="min-w-0 text-ink [overflow-wrap:anywhere]">{text}</span>
      </MomentLink>
    </li>
  );
});

/** Loads the cues of a `<track>`, as plain text, without showing them. Rejects when the file does not load. */
export function loadCues(element: HTMLTrackElement): Promise<Cue[]> {
  const { track } = element;
  // A disabled track is not loaded.
  if (track.mode === "disabled") track.mode = "hidden";
  return new Promise((resolve, reject) => {
    const end = () => {
      if (element.readyState === HTMLTrackElement.LOADED) resolve([...(track.cues ?? [])].map(toCue));
      else reject(new Error("the captions did not load"));
    };
    if (element.readyState >= HTMLTrackElement.LOADED) return end();
    element.addEventListener("load", end, { once: true });
    element.addEventListener("error", end, { once: true });
  });
}

function toCue(cue: TextTrackCue): Cue {
  const text = cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? "") : "";
  return { from: Math.round(cue.startTime * 1_000), to: Math.round(cue.endTime * 1_000), text };
}

/**
 * Returns the index of the last cue that has begun at a time in milliseconds, which is shown as the present one; -1
 * before the first.
 */
export function findPresentCue(cues: readonly { from: number }[], at: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.from ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
