import { Form, useNavigate, useNavigation, useRevalidator, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { FileCard, timeLeft } from "~/features/studio/uploads/file-card";
import type { KeptMedia } from "~/features/studio/uploads/keep-unpublished.server";
import { LeaveWarning } from "~/features/studio/uploads/outgoing-strip";
import { ShopPreview } from "~/features/studio/uploads/shop-preview";
import { readForm, useAutoSave } from "~/features/studio/uploads/use-auto-save";
import { isUnderWay, type Outgoing, useOutgoing } from "~/features/studio/uploads/use-outgoing";
import { frameSecond, readFrames } from "~/features/studio/uploads/video-frames";
import { refreshMs, useRefreshWhile } from "~/features/videos/media/use-refresh-while";
import type { MessageKey } from "~/i18n/message-key";
import { localizePath } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import type { EditFailure } from "./edit-video.server";
import { SaveStatus, VideoMenu } from "./save-status";
import type { EditedVideo } from "./show-video-to-edit.server";
import { VideoFields } from "./video-fields";

/** Why a change was refused, with what was typed. */
export interface EditRefusal {
  errors: Record<string, MessageKey>;
  values: Record<string, string>;
  failure?: EditFailure;
}

interface EditVideoPageProps {
  video: EditedVideo;
  /** Of the last attempt to save or publish. */
  result: EditRefusal | undefined;
}

/**
 * A creator's own video, from the first moment to long after it is on sale (product.md, Upload new video and My videos).
 * Before, it is saved while one types; after, only by its button.
 */
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
  const saver = useAutoSave(
    form,
    id,
    unpublished && { revision: unpublished.revision, fields: withCover(video) },
  );
  const frames = useFrames(video, outgoing?.file, send);
  const [found, setFound] = useState<Partial<Record<string, MessageKey>>>({});
  const [covers, setCovers] = useState<{ pictures: readonly string[]; cover: string | null }>({
    pictures: unpublished?.pictures ?? (video.cover ? [video.cover] : []),
    cover: video.cover,
  });
  const [changes, setChanges] = useState(0);
  const [sending, setSending] = useState(false);
  // Before the first answer the page may have been open for long: on sale means leaving it.
  const began = useRef(unpublished !== undefined);
  const next = !unpublished
    ? `/creator/videos/${id}/share`
    : unpublished.isReleased && unpublished.stream && "/creator/videos";
  useEffect(() => {
    if (began.current && next) navigate(localizePath(next, locale), { replace: true });
  }, [next, navigate, locale]);
  const phase = outgoing?.state.phase;
  useEffect(() => {
    if (phase === "sent" || phase === "ended") revalidate();
  }, [phase, revalidate]);
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
  useRefreshWhile(isReleased && phase !== "sending", refreshMs.stream);

  const errorOf = (field: string) => {
    const key = field in found ? found[field] : result?.errors[field];
    return key && t(key);
  };
  const typedIn = (name: string) => result?.values[name] ?? video.values[name];

  async function send(body: FormData): Promise<void> {
    const field = body.has("trailer") ? "trailer" : "thumbnail";
    const kept = await sendMedia(id, body);
    setFound((before) => ({ ...before, [field]: kept?.ok === false ? kept.error : undefined }));
    if (!kept?.ok) return;
    setCovers(kept);
    // Not for pictures: without a line the page stays.
    if (field === "trailer") revalidate();
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!unpublished || !hydrated || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    setSending(true);
    // Nothing may be on its way to what is published, and nobody waits for a cover.
    await saver.stop();
    await frames.settled();
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
              error={errorOf("video")}
              onFile={revalidate}
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
            <VideoFields
              video={video}
              {...covers}
              errorOf={errorOf}
              typedIn={typedIn}
              reading={frames.reading}
              onSend={unpublished && send}
              onTrailer={(problem, file) => {
                setFound((before) => ({ ...before, trailer: problem }));
                if (!unpublished || !file) return;
                const body = new FormData();
                body.set("trailer", file);
                void send(body);
              }}
            />
          </Form>
        </div>
        <div className="space-y-5 max-lg:mt-10 lg:sticky lg:top-6">
          <ShopPreview form={form} values={video.values} {...covers} seconds={video.seconds} />
          <div className="z-10 border-line bg-canvas max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:px-4 max-lg:py-3">
            {unpublished ? (
              <PublishBar
                isReleased={isReleased}
                outgoing={outgoing && isUnderWay(outgoing) ? outgoing : undefined}
                pending={busy || sending}
              />
            ) : (
              <Bar note={changes > 0 ? t("uploads.changes", { count: changes }) : undefined}>
                <Button
                  form="video"
                  name="intent"
                  value="save"
                  size="large"
                  className="grow"
                  pending={busy}
                  pendingLabel={t("creator.saving")}
                >
                  {t("creator.saveChanges")}
                </Button>
                <ButtonLink
                  {...linkTo(`/videos/${id}`)}
                  variant="secondary"
                  size="large"
                  aria-label={t("uploads.seeInShop")}
                >
                  <Icon name="eye" />
                </ButtonLink>
              </Bar>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

function Bar({ note, children }: { note: string | undefined; children: ReactNode }) {
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-3">{children}</div>
      <p role="status" className="text-center text-sm text-ink-soft tabular-nums empty:hidden">
        {note}
      </p>
    </div>
  );
}

function PublishBar({
  isReleased,
  outgoing,
  pending,
}: {
  isReleased: boolean;
  outgoing: Outgoing | undefined;
  pending: boolean;
}) {
  const t = useText();
  const percent = outgoing && Math.floor((outgoing.sent / outgoing.file.size) * 100);
  const progress = outgoing && [`${percent} %`, timeLeft(t, outgoing)].filter(Boolean).join(", ");
  if (isReleased)
    return (
      <Bar note={progress ? `${progress}. ${t("uploads.keepOpen")}` : t("uploads.beingFinished")}>
        <p className="flex grow flex-wrap items-center justify-between gap-3 rounded-control bg-success-soft px-4 py-3 font-semibold text-on-success-soft">
          <span className="flex items-center gap-2">
            <Icon name="check" />
            {t("uploads.released")}
          </span>
          <button
            type="submit"
            form="video"
            name="intent"
            value="undo"
            className="min-h-11 underline underline-offset-4"
          >
            {t("uploads.undo")}
          </button>
        </p>
      </Bar>
    );
  return (
    <Bar note={progress && `${progress}. ${t("uploads.publishWhenSent")}`}>
      <Button
        form="video"
        name="intent"
        value="publish"
        size="large"
        className="grow"
        pending={pending}
        pendingLabel={t("uploads.publishing")}
      >
        {t("uploads.publish")}
      </Button>
      <Button
        form="video"
        name="intent"
        value="save"
        variant="secondary"
        size="large"
        className="[@media(scripting:enabled)]:hidden"
      >
        {t("uploads.save")}
      </Button>
    </Bar>
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

/**
 * Reads frames of a file that is sent from this page, once, and sends them as pictures for the cover. `settled`:
 * resolves when that is over.
 */
function useFrames(video: EditedVideo, file: File | undefined, send: (body: FormData) => Promise<void>) {
  const [reading, setReading] = useState(false);
  const read = useRef<{ file: File; run: Promise<void> }>();
  const wants = video.unpublished !== undefined && file !== undefined && read.current?.file !== file;
  const hasFrames = video.unpublished?.pictures.some((url) => frameSecond(url) !== undefined) ?? false;
  const isAnother = read.current !== undefined;
  useEffect(() => {
    if (!wants || !file || read.current?.file === file) return;
    if (hasFrames && !isAnother) {
      read.current = { file, run: Promise.resolve() };
      return;
    }
    async function run(chosen: File) {
      setReading(true);
      const { frames, best } = await readFrames(chosen);
      const body = new FormData();
      if (isAnother) body.set("anew", "1");
      body.set("best", String(best));
      for (const frame of frames) body.append("frame", frame);
      if (frames.length > 0 || isAnother) await send(body);
      setReading(false);
    }
    read.current = { file, run: run(file).catch(() => setReading(false)) };
  }, [wants, file, hasFrames, isAnother, send]);
  return { reading, settled: async () => read.current?.run };
}

/** Sends pictures or a trailer. Returns undefined where the server could not keep them now. */
async function sendMedia(videoId: string, body: FormData): Promise<KeptMedia | undefined> {
  try {
    const answer = await fetch(`/creator/videos/${videoId}/unpublished`, {
      method: "POST",
      body,
      redirect: "manual",
    });
    const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    return isJson ? ((await answer.json()) as KeptMedia) : undefined;
  } catch {
    return undefined;
  }
}
