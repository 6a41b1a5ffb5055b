import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { clockDuration } from "~/features/videos/listing/duration";
import { type PublicPreview, youtubePlayer } from "~/features/videos/media/preview-columns";
import { thumbnailSrcSet } from "~/features/videos/pictures/picture-paths";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { Thumbnail } from "~/ui/thumbnail";

interface PreviewFrameProps {
  thumbnailUrl: string | null;
  preview: PublicPreview | undefined;
  /** Text of the ended preview, and the button beside "watch again". */
  endText: string;
  endAction: ReactNode;
}

/** The preview behind the picture, or the picture alone. The preview loads only on a press. */
export function PreviewFrame({ thumbnailUrl, preview, endText, endAction }: PreviewFrameProps) {
  return (
    <div className="relative isolate overflow-hidden rounded-card border border-line bg-sunken">
      <Thumbnail
        src={thumbnailUrl}
        srcSet={thumbnailSrcSet(thumbnailUrl)}
        sizes="(min-width: 80rem) 50rem, (min-width: 64rem) 62vw, 92vw"
        alt=""
        eager="first"
        covered={preview !== undefined}
      />
      {preview?.kind === "file" && (
        <FilePreview preview={preview} thumbnailUrl={thumbnailUrl} endText={endText} endAction={endAction} />
      )}
      {preview?.kind === "youtube" && <YoutubeTrailer youtubeId={preview.youtubeId} />}
    </div>
  );
}

type FilePreviewProps = Pick<PreviewFrameProps, "thumbnailUrl" | "endText" | "endAction"> & {
  preview: Extract<PublicPreview, { kind: "file" }>;
};

/** Plays with the browser's own controls without script, else with one large button. */
function FilePreview({ preview, thumbnailUrl, endText, endAction }: FilePreviewProps) {
  const t = useText();
  const hydrated = useHydrated();
  const player = useRef<HTMLVideoElement>(null);
  const [phase, setPhase] = useState<"idle" | "playing" | "ended" | "failed">("idle");
  const play = () => {
    setPhase("playing");
    player.current?.play().catch(() => undefined);
    player.current?.focus();
  };
  const retry = () => {
    player.current?.load();
    play();
  };
  return (
    <>
      <video
        ref={player}
        src={preview.url}
        // Browsers that show their own controls would cover the picture behind with black.
        poster={thumbnailUrl ?? undefined}
        controls={!hydrated || phase === "playing"}
        preload="none"
        playsInline
        tabIndex={-1}
        aria-label={t("salesPage.preview")}
        onPlay={() => setPhase("playing")}
        onEnded={() => setPhase("ended")}
        onError={() => setPhase((now) => (now === "playing" ? "failed" : now))}
        className={`absolute inset-x-0 top-0 aspect-video w-full ${phase === "playing" ? "bg-black" : ""}`}
      >
        <track kind="captions" />
      </video>
      {phase === "idle" && (
        <>
          {hydrated && <PlayButton label={t("salesPage.playPreview")} onPress={play} />}
          <span className={classNames("preview-chip", !hydrated && "top-3 bottom-auto")}>
            {preview.seconds
              ? t("salesPage.previewFor", { duration: clockDuration(preview.seconds) })
              : t("salesPage.preview")}
          </span>
        </>
      )}
      {(phase === "ended" || phase === "failed") && (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-over-picture p-4 text-center text-on-picture">
          <p role="status" className="text-balance">
            <span className="block text-lg font-semibold">
              {phase === "ended" ? endText : t("salesPage.failed")}
            </span>
            {phase === "failed" && t("salesPage.failedText")}
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            {phase === "ended" && endAction}
            <Button type="button" variant="secondary" onClick={phase === "ended" ? play : retry}>
              {t(phase === "ended" ? "salesPage.again" : "salesPage.retry")}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

/** A link that script opens in place. No request goes to YouTube before. */
function YoutubeTrailer({ youtubeId }: { youtubeId: string }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const address = youtubePlayer(youtubeId);
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  if (open) {
    return (
      <iframe
        src={`${address}?autoplay=1&rel=0`}
        title={t("salesPage.trailer")}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="absolute inset-0 size-full border-0 bg-black"
      />
    );
  }
  return (
    <>
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("salesPage.playTrailer")}
        onClick={openHere}
        className={overPicture}
      >
        <PlayMark />
      </a>
      <span className="preview-chip">{t("salesPage.trailer")}</span>
    </>
  );
}

/** Clear of a drawn cover's title, at the left (`draw-cover.server.ts`). */
const overPicture = "group absolute inset-0 flex size-full items-center justify-end pr-3 sm:pr-6";

function PlayButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={onPress} className={overPicture}>
      <PlayMark />
    </button>
  );
}

function PlayMark() {
  return (
    <span className="flex size-16 items-center justify-center rounded-full bg-on-picture text-black shadow-lifted transition-transform group-hover:scale-105 sm:size-20">
      <Icon name="play" className="size-7 fill-current sm:size-8" />
    </span>
  );
}
