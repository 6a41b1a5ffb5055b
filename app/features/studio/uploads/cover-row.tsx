import { type ChangeEvent, useRef, useState } from "react";
import { thumbnailMimeTypes } from "~/features/base/files/accepted-files";
import { clockDuration } from "~/features/videos/listing/duration";
import { CoverFields } from "~/features/videos/pictures/cover-fields";
import type { CoverChoice } from "~/features/videos/pictures/cover-form";
import { listThumbnailSizes } from "~/features/videos/pictures/picture-paths";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { FieldError } from "~/ui/forms/field-frame";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { frameSecond } from "./video-frames";

interface CoverRowProps {
  pictures: readonly string[];
  cover: string | null;
  reading: boolean;
  error: string | undefined;
  choice: Partial<CoverChoice>;
  /** Sends what was chosen at once: fields of a drawn cover, or a picture. */
  onSend: ((body: FormData) => Promise<void>) | undefined;
}

export function CoverRow({ pictures, cover, reading, error, choice, onSend }: CoverRowProps) {
  const t = useText();
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const [sending, setSending] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const sendsAtOnce = hydrated && onSend !== undefined;
  async function send(body: FormData) {
    setSending(true);
    await onSend?.(body).finally(() => setSending(false));
  }
  function sendPicture(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? [];
    setChosen(file?.name);
    if (!sendsAtOnce || !file) return;
    const body = new FormData();
    body.set("thumbnail", file);
    setChosen(undefined);
    // It is in the row: the form need not send it again.
    event.currentTarget.value = "";
    void send(body);
  }
  function sendDrawing() {
    const form = box.current?.closest("form");
    if (!form) return;
    const fields = new FormData(form);
    const body = new FormData();
    for (const name of ["coverDrawing", "coverGround", "coverTitle", "title"]) {
      const value = fields.get(name);
      if (typeof value === "string") body.set(name, value);
    }
    // An empty file: the drawing counts.
    body.set("thumbnail", new Blob([]), "");
    void send(body);
  }
  return (
    <div ref={box}>
      <div className="flex flex-wrap items-start gap-x-6">
        <div className="mr-auto flex min-h-11 flex-wrap items-center gap-x-3">
          <span className="font-semibold">{t("uploads.cover")}</span>
          <p role="status" className="text-sm text-ink-soft empty:hidden">
            {reading
              ? t("uploads.readingFrames")
              : sending
                ? t("uploads.keepingPicture")
                : pictures.length === 0 && t("uploads.coverIsDrawn")}
          </p>
        </div>
        <details open={choice.drawing !== undefined} className="open:basis-full">
          <summary className="flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4">
            <Icon name="pencil" className="size-4" />
            {t("uploads.drawCover")}
          </summary>
          <div className="pt-3 pb-5">
            <CoverFields choice={choice} withNone={!sendsAtOnce} />
            {sendsAtOnce && (
              <Button
                type="button"
                variant="secondary"
                className="mt-5"
                pending={sending}
                onClick={sendDrawing}
              >
                {t("uploads.useDrawing")}
              </Button>
            )}
          </div>
        </details>
        <label
          htmlFor="field-thumbnail"
          className="flex min-h-11 flex-wrap items-center gap-2 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <Icon name="upload" className="size-4" />
          <span className="underline underline-offset-4">{t("uploads.sendPicture")}</span>
          <input
            id="field-thumbnail"
            type="file"
            name="thumbnail"
            accept={thumbnailMimeTypes.join(",")}
            onChange={sendPicture}
            className={
              hydrated
                ? "sr-only"
                : "basis-full pb-3 text-sm font-normal file:mr-3 file:min-h-11 file:rounded-control file:border file:border-line-strong file:bg-surface file:px-4 file:font-semibold"
            }
          />
          {chosen && <span className="font-normal [overflow-wrap:anywhere]">{chosen}</span>}
        </label>
      </div>
      <fieldset
        className="min-w-0"
        aria-label={t("uploads.cover")}
        aria-describedby={error && "field-thumbnail-error"}
      >
        <div className="flex snap-x gap-3 overflow-x-auto p-1">
          {pictures.map((url, index) => {
            const second = frameSecond(url);
            return (
              <label
                key={url}
                className="relative w-36 shrink-0 cursor-pointer snap-start overflow-hidden rounded-control border border-line has-checked:outline-3 has-checked:outline-offset-1 has-checked:outline-ink has-focus-visible:outline-focus sm:w-32"
              >
                <input
                  type="radio"
                  name="cover"
                  value={index}
                  defaultChecked={url === cover}
                  aria-label={
                    second === undefined
                      ? t("uploads.pictureAt", { number: index + 1 })
                      : t("uploads.frameAt", { time: clockDuration(second) })
                  }
                  className="peer sr-only"
                />
                <img
                  src={listThumbnailSizes(url).at(-1)?.url ?? url}
                  alt=""
                  width="144"
                  height="81"
                  className="aspect-video h-auto w-full object-cover"
                />
                <span className="absolute top-1.5 left-1.5 hidden size-6 items-center justify-center rounded-full bg-ink text-canvas peer-checked:flex">
                  <Icon name="check" className="size-4" />
                </span>
                {second !== undefined && (
                  <span
                    aria-hidden="true"
                    className="absolute right-1.5 bottom-1.5 rounded bg-over-picture px-1.5 text-sm font-semibold text-on-picture"
                  >
                    {clockDuration(second)}
                  </span>
                )}
              </label>
            );
          })}
          {pictures.length === 0 && (
            <span
              aria-hidden="true"
              className="flex aspect-video w-36 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-faint sm:w-32"
            >
              <Icon name="video" />
            </span>
          )}
        </div>
      </fieldset>
      <FieldError id="field-thumbnail-error">{error}</FieldError>
    </div>
  );
}
