import { useEffect, useRef, useState } from "react";
import { clockDuration } from "~/features/videos/listing/duration";
import { useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons";
import { drawFrame, pickMoments, readDuration, seekTo } from "./video-frames";

interface FramePickerProps {
  file: File;
  /** Called with the chosen picture. */
  onChoose: (picture: File) => void;
}

/**
 * Four moments of a chosen video as covers, read by the browser from the file itself. Shows nothing where the browser
 * cannot play the file.
 */
export function FramePicker({ file, onChoose }: FramePickerProps) {
  const t = useText();
  const player = useRef<HTMLVideoElement>(null);
  const places = useRef<(HTMLCanvasElement | null)[]>([]);
  const [moments, setMoments] = useState<number[]>([]);
  const [drawn, setDrawn] = useState(0);
  const [chosen, setChosen] = useState<number>();

  useEffect(() => {
    const video = player.current;
    if (!video) return;
    let gone = false;
    const address = URL.createObjectURL(file);
    setMoments([]);
    setDrawn(0);
    setChosen(undefined);
    video.src = address;
    readDuration(video).then(
      (seconds) => {
        if (!gone) setMoments(pickMoments(seconds));
      },
      // The form asks for a picture as before.
      () => undefined,
    );
    return () => {
      gone = true;
      video.removeAttribute("src");
      video.load();
      URL.revokeObjectURL(address);
    };
  }, [file]);

  useEffect(() => {
    const video = player.current;
    let gone = false;
    async function drawAll() {
      for (const [index, moment] of moments.entries()) {
        const place = places.current[index];
        if (gone || !video || !place) return;
        await seekTo(video, moment);
        drawFrame(video, place);
        setDrawn(index + 1);
      }
    }
    drawAll().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [moments]);

  async function choose(index: number) {
    const video = player.current;
    const moment = moments[index];
    if (!video || moment === undefined) return;
    await seekTo(video, moment);
    const canvas = drawFrame(video, document.createElement("canvas"), 1280);
    canvas.toBlob(
      (picture) => {
        if (!picture) return;
        setChosen(index);
        onChoose(new File([picture], `capa-${Math.round(moment)}s.jpg`, { type: "image/jpeg" }));
      },
      "image/jpeg",
      0.9,
    );
  }

  return (
    <>
      <video
        ref={player}
        muted
        playsInline
        preload="auto"
        aria-hidden="true"
        tabIndex={-1}
        className="hidden"
      />
      {moments.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-2 font-semibold">{t("uploads.frames")}</legend>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {moments.map((moment, index) => (
              <button
                key={moment}
                type="button"
                aria-pressed={chosen === index}
                aria-label={t("uploads.frameAt", { time: clockDuration(Math.round(moment)) })}
                disabled={index >= drawn}
                onClick={() => choose(index)}
                className={classNames(
                  "relative overflow-hidden rounded-control border border-line",
                  chosen === index && "outline-3 outline-offset-2 outline-ink",
                )}
              >
                <canvas
                  ref={(place) => {
                    places.current[index] = place;
                  }}
                  width="320"
                  height="180"
                  className="block h-auto w-full bg-sunken"
                />
                {chosen === index && (
                  <span className="absolute top-2 left-2 flex size-7 items-center justify-center rounded-full bg-ink text-canvas">
                    <Icon name="check" className="size-4" />
                  </span>
                )}
                <span
                  aria-hidden="true"
                  className="absolute right-2 bottom-2 rounded bg-over-picture px-1.5 py-0.5 text-sm font-semibold text-on-picture"
                >
                  {clockDuration(Math.round(moment))}
                </span>
              </button>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
