import { memo, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import type { CaptionTrack, Cue } from "~/features/videos/lesson-files/caption-files";
import { clockMoment } from "~/features/videos/listing/duration";
import { foldText } from "~/i18n/accents";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { controlLook } from "~/ui/forms/field-frame";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { Link, TextLink } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { SectionFold } from "~/ui/section-fold";
import { MomentLink } from "./moment-link";
import { transcriptPath } from "./transcript-page";
import { useCues, usePresentCue } from "./use-cues";
import { usePlayerElement } from "./use-player-state";

interface TranscriptProps {
  videoId: string;
  captions: readonly CaptionTrack[];
  /** In the language that the address requests. */
  asked: { language: string; cues: Cue[] } | undefined;
  preferred: string;
  onNote: () => void;
}

/** Without script, links lead to a page that lists it. */
export function Transcript({ videoId, captions, asked, preferred, onNote }: TranscriptProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const video = usePlayerElement(videoId);
  const [chosen, setChosen] = useState<string>();
  const first = captions.find(({ language }) => language === preferred) ?? captions[0];
  const language = chosen ?? asked?.language ?? first?.language ?? "";
  const loaded = useCues(video, language);
  const cues = loaded.cues ?? (asked?.language === language ? asked.cues : undefined);
  return (
    <SectionFold
      id="transcript"
      title={t("player.transcript")}
      hint={t("player.transcriptHint")}
      open={asked !== undefined}
      className="rounded-card border border-line bg-surface p-4 sm:p-5"
    >
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
      {cues ? (
        <Passages
          key={language}
          videoId={videoId}
          video={video}
          cues={cues}
          lang={language}
          onNote={onNote}
        />
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
    </SectionFold>
  );
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
  onNote: () => void;
}

function Passages({ videoId, video, cues, lang, onNote }: PassagesProps) {
  const t = useText();
  const followId = useId();
  const list = useRef<HTMLOListElement>(null);
  const [typed, setTyped] = useState("");
  const wanted = foldText(useDeferredValue(typed).trim());
  const [follows, setFollows] = useState(true);
  const present = usePresentCue(video, cues);
  const matches = useMemo(
    () => [...cues.entries()].filter(([, { text }]) => foldText(text).includes(wanted)),
    [cues, wanted],
  );

  useEffect(() => {
    const box = list.current;
    const row = follows && !wanted ? box?.querySelector<HTMLElement>("[aria-current]") : undefined;
    // Scrolls the list alone, never the page.
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
            {wanted && t("player.transcriptFound", { count: matches.length })}
          </p>
        </div>
      )}
      <ol
        ref={list}
        lang={lang}
        className={classNames("relative mt-2 -mx-2", video && "max-h-96 overflow-y-auto lg:max-h-[30rem]")}
      >
        {matches.map(([index, cue]) => (
          <Passage
            key={index}
            videoId={videoId}
            seconds={Math.floor(cue.from / 1_000)}
            text={cue.text}
            present={index === present}
            onNote={video && index === present ? onNote : undefined}
          />
        ))}
      </ol>
    </>
  );
}

interface PassageProps {
  videoId: string;
  seconds: number;
  text: string;
  present: boolean;
  onNote: (() => void) | undefined;
}

const Passage = memo(function Passage({ videoId, seconds, text, present, onNote }: PassageProps) {
  const t = useText();
  return (
    <li
      aria-current={present || undefined}
      className={classNames(
        "flex items-start rounded-control px-2",
        present && "bg-success-soft text-on-success-soft",
      )}
    >
      <MomentLink
        videoId={videoId}
        seconds={seconds}
        className="flex min-h-11 min-w-0 flex-1 gap-3 py-2.5 font-normal! text-current"
      >
        <span className="w-12 shrink-0 text-right text-sm leading-6 underline underline-offset-4">
          {clockMoment(seconds)}
        </span>
        <span className="min-w-0 text-ink [overflow-wrap:anywhere]">{text}</span>
      </MomentLink>
      {onNote && (
        <button
          type="button"
          aria-label={t("player.note")}
          title={t("player.note")}
          onClick={onNote}
          className="flex size-11 shrink-0 cursor-pointer items-center justify-center"
        >
          <Icon name="pencil" />
        </button>
      )}
    </li>
  );
});
