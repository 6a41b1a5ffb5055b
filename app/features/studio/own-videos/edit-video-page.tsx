import { Form, useNavigate, useNavigation, useRevalidator, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FileCard } from "~/features/studio/uploads/file-card";
import { isUnderWay, LeaveWarning, useOutgoing } from "~/features/studio/uploads/outgoing";
import { ShopPreview } from "~/features/studio/uploads/shop-preview";
import { readForm, useAutoSave } from "~/features/studio/uploads/use-auto-save";
import { sendMedia, useFrames } from "~/features/studio/uploads/use-frames";
import { frameSecond } from "~/features/studio/uploads/video-frames";
import { refreshMs, useRefreshWhile } from "~/features/videos/media/use-refresh-while";
import type { MessageKey } from "~/i18n/message-key";
import { localizePath } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { FormError, showFields } from "~/ui/forms/form-error";
import { useHydrated } from "~/ui/hydrated";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { useToasts } from "~/ui/toasts/toasts";
import type { EditFailure } from "./edit-video.server";
import { OfflinePart } from "./offline-form";
import { PublishBar, SaveBar } from "./publish-bar";
import { SaveStatus, VideoMenu } from "./save-status";
import type { EditedVideo } from "./show-video-to-edit.server";
import { VideoFields } from "./video-fields";

export interface EditRefusal {
  errors: Record<string, MessageKey>;
  values: Record<string, string>;
  failure?: EditFailure;
}

interface EditVideoPageProps {
  video: EditedVideo;
  result: EditRefusal | undefined;
}

/** A video is saved while one types until it is on sale; after, only by its button (product.md, Upload new video). */
export function EditVideoPage({ video, result }: EditVideoPageProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const submit = useSubmit();
  const { revalidate } = useRevalidator();
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const { id, unpublished } = video;
  const outgoing = useOutgoing().find(({ videoId }) => videoId === id);
  const saver = useAutoSave(form, id, unpublished && { ...unpublished, fields: withCover(video) });
  // A file that took the place of another: its frames do, too.
  const [other, setOther] = useState<File>();
  const isOther = other !== undefined && outgoing?.file === other;
  const frames = useFrames(outgoing?.file, {
    wanted: unpublished !== undefined,
    hasFrames: unpublished?.pictures.some((url) => frameSecond(url) !== undefined) ?? false,
    isOther,
    send,
  });
  const [problems, setProblems] = useState<Partial<Record<string, MessageKey>>>({});
  const [covers, setCovers] = useState<{ pictures: readonly string[]; cover: string | null }>({
    pictures: unpublished?.pictures ?? (video.cover ? [video.cover] : []),
    cover: video.cover,
  });
  const [changes, setChanges] = useState(0);
  const [sending, setSending] = useState(false);
  const next = !unpublished
    ? `/creator/videos/${id}/share`
    : unpublished.isReleased && unpublished.stream && "/creator/videos";
  // A page that opened unpublished is left once the video is on sale; one opened later is not.
  const opened = useRef({ unpublished, next });
  const { add } = useToasts();
  useEffect(() => {
    if (!opened.current.unpublished || !next) return;
    // A file that came after the press: no answer to a form says so.
    const later = next === "/creator/videos" && { description: t("videos.uploadedProcessing") };
    if (!opened.current.next)
      add({ id: `sent-${id}`, tone: "success", title: t("videos.uploaded"), ...later });
    navigate(localizePath(next, locale), { replace: true });
  }, [next, navigate, locale, add, t, id]);
  const phase = outgoing?.state.phase;
  useEffect(() => {
    if (phase === "sent" || phase === "ended") revalidate();
  }, [phase, revalidate]);
  useEffect(() => {
    if (isOther) revalidate();
  }, [isOther, revalidate]);
  const { resume } = saver;
  const isReleased = unpublished?.isReleased === true;
  const wasBusy = useRef(false);
  useEffect(() => {
    // Refused or taken back: what is typed is saved again.
    if (wasBusy.current && !busy) {
      setSending(false);
      if (!isReleased) resume();
    }
    wasBusy.current = busy;
  }, [busy, isReleased, resume]);
  useEffect(() => {
    if (result) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [result]);
  const file = unpublished?.file;
  const active = outgoing && isUnderWay(outgoing) ? outgoing : undefined;
  const isWhole = !active && (phase === "sent" || !file || file.received >= file.bytes);
  useRefreshWhile(isReleased && isWhole, refreshMs.stream);

  const errors = { ...result?.errors, ...problems };
  const fields = showFields({ errors, values: { ...video.values, ...result?.values } }, t);

  async function send(body: FormData): Promise<void> {
    const field = body.has("trailer") ? "trailer" : "thumbnail";
    const answer = await sendMedia(id, body);
    setProblems((before) => ({ ...before, [field]: answer?.ok === false ? answer.error : undefined }));
    if (!answer?.ok) return;
    setCovers(answer);
    // Not for pictures: without a line the page stays.
    if (field === "trailer") revalidate();
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!unpublished || !hydrated || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    setSending(true);
    // No save may be under way when it is published, and its cover must be there.
    await saver.stop();
    if (submitter.value === "publish") await frames.settled();
    const body = new FormData(form.current ?? undefined);
    // The pressed button is disabled by now.
    body.set("intent", submitter.value);
    submit(body, { method: "post", encType: "multipart/form-data" });
  }

  function countChanges() {
    const place = form.current;
    if (!place || unpublished) return;
    const now: Record<string, string | undefined> = { pricing: "paid", ...readForm(place) };
    const { cover: _, ...typed } = now;
    const names = new Set([...Object.keys(typed), ...Object.keys(video.values)]);
    setChanges([...names].filter((name) => (typed[name] ?? "") !== (video.values[name] ?? "")).length);
  }

  const unsaved = saver.state.phase === "failed" && saver.state.error !== "gone";
  return (
    <>
      {(unsaved || (changes > 0 && !busy)) && <LeaveWarning question={t("uploads.leave")} />}
      <PageHeader
        above={<BackLink {...linkTo("/creator/videos")}>{t("creator.navItems.videos")}</BackLink>}
        title={t(unpublished ? "uploads.newVideo" : "creator.editTitle")}
        actions={
          <div className="flex flex-wrap items-center gap-3">
            <Badge tone={unpublished ? "neutral" : "success"}>
              {t(unpublished ? (isReleased ? "uploads.released" : "uploads.unpublished") : "uploads.onSale")}
            </Badge>
            {unpublished && <SaveStatus state={saver.state} onSave={saver.saveNow} />}
            <VideoMenu videoId={id} isPublic={!unpublished} />
          </div>
        }
        className="mb-5"
      />
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-12 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-5">
          <Messages result={result} />
          {unpublished && video.isFile && (
            <FileCard
              videoId={id}
              stored={unpublished.file}
              outgoing={outgoing}
              seconds={video.seconds}
              error={fields.errorOf("video")}
              onFile={(chosen, isSame) => !isSame && setOther(chosen)}
            />
          )}
          <Form
            ref={form}
            id="video"
            method="post"
            encType="multipart/form-data"
            className="space-y-5"
            noValidate={hydrated}
            onInput={countChanges}
            onSubmit={handleSubmit}
          >
            <input type="hidden" name="revision" value={result?.values.revision ?? saver.revision} />
            {/* What is published is what was typed when "Publicar" was pressed. */}
            <div {...(isReleased && { inert: "" })} className="space-y-5">
              <VideoFields
                video={video}
                {...covers}
                result={fields}
                reading={frames.reading}
                onSend={unpublished && send}
                onTrailer={(problem, file) => {
                  setProblems((before) => ({ ...before, trailer: problem }));
                  if (!unpublished || !file) return;
                  const body = new FormData();
                  body.set("trailer", file);
                  void send(body);
                }}
              />
            </div>
          </Form>
          {video.offline !== undefined && (
            <div className="mt-0!">
              <OfflinePart allowed={video.offline} />
            </div>
          )}
        </div>
        <div className="space-y-5 max-lg:mt-10 lg:sticky lg:top-6">
          <ShopPreview form={form} values={video.values} {...covers} seconds={video.seconds} />
          <div className="z-10 border-line bg-canvas max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:px-4 max-lg:py-3">
            {unpublished ? (
              <PublishBar
                isReleased={isReleased}
                isWhole={isWhole}
                outgoing={active}
                pending={busy || sending}
              />
            ) : (
              <SaveBar videoId={id} changes={changes} pending={busy} />
            )}
          </div>
        </div>
      </div>
    </>
  );
}

function Messages({ result }: { result: EditRefusal | undefined }) {
  const t = useText();
  if (!result) return null;
  const { failure, errors } = result;
  if (failure)
    return (
      <Notice tone="danger" role="alert" title={t("creator.editFailed")}>
        {t(failure.step, { reason: t(failure.reason) })}
      </Notice>
    );
  return <FormError>{errors.form ? t(errors.form) : t("common.checkFields")}</FormError>;
}

function withCover({ values, cover, unpublished }: EditedVideo): Partial<Record<string, string>> {
  const index = unpublished?.pictures.indexOf(cover ?? "") ?? -1;
  return index < 0 ? values : { ...values, cover: String(index) };
}
