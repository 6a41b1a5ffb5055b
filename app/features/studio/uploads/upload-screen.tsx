import { useNavigate, useRevalidator, useSearchParams } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Topic } from "~/features/videos/listing/topic";
import type { MessageKey } from "~/i18n/message-key";
import { localizePath } from "~/i18n/page-language";
import { useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { useHydrated } from "~/ui/hydrated";
import { useToasts } from "~/ui/toasts/toast-store";
import { holdFile } from "./begin-upload";
import { checkUpload, readFilledForm } from "./browser-form-check";
import { isReceived, type ListedDraft, type ShownDraft } from "./draft-fields";
import { DeleteDraft, DraftList } from "./draft-list";
import { DraftStatus } from "./draft-status";
import { DraftFileNote, HeldFile } from "./held-file";
import type { UnfinishedUpload } from "./resumable-limits";
import { SeveralFiles } from "./several-files";
import { ShopPreview } from "./shop-preview";
import { UnfinishedUploads } from "./unfinished-uploads";
import { UploadFields } from "./upload-fields";
import {
  type Ceiling,
  LeaveWarning,
  UploadIntro,
  UploadMessages,
  type UploadProblem,
} from "./upload-notices";
import { UploadProgress } from "./upload-progress";
import { useDraft } from "./use-draft";
import { useDraftMedia } from "./use-draft-media";
import { useResumableUpload } from "./use-resumable-upload";

type UploadScreenProps = {
  result: UploadProblem | undefined;
  draft: ShownDraft;
  isNew: boolean;
  /** Whether a file can be sent before its form. */
  holds: boolean;
  /** Whether the address names a draft that does not exist any more. */
  isGone: boolean;
  drafts: readonly ListedDraft[];
  unfinished: readonly UnfinishedUpload[];
  topics: readonly Topic[];
  languages: readonly { value: string; label: string }[];
  /** The platform's share of the creator's sales, in basis points. */
  shareBp: number;
  /** Videos per day, before and after the e-mail is confirmed. */
  ceiling: Ceiling | undefined;
};

/**
 * product.md, Upload new video. Without script, and for a link, the form is sent by the browser itself; with it,
 * a file goes over as many connections as it takes.
 */
export function UploadScreen({
  result,
  draft: opened,
  isNew,
  holds,
  isGone,
  drafts,
  unfinished,
  topics,
  languages,
  ceiling,
  shareBp,
}: UploadScreenProps) {
  const t = useText();
  const locale = useLocale();
  const [params] = useSearchParams();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { add } = useToasts();
  const upload = useResumableUpload();
  const form = useRef<HTMLFormElement>(null);
  const typed = result?.values ?? {};
  const draft = useDraft(form, {
    id: typed.draftId || opened.id,
    revision: Number(typed.draftRevision ?? opened.revision),
    fields: opened.fields,
  });
  const media = useDraftMedia(draft, opened);
  // Sent again, the form is published as a new one.
  const [isEnded, setEnded] = useState(false);
  // The draft's own file, until another takes its place.
  const [stored, setStored] = useState(opened.file);
  const [several, setSeveral] = useState<readonly File[]>();
  const [sending, setSending] = useState(false);
  // Errors found by the script since the server's response to the plain form, if any.
  const [found, setFound] = useState<UploadProblem>();
  const { state, isHeld, forget } = upload;
  const { phase } = state;
  const active = phase !== "idle" && phase !== "sent" && phase !== "ended" && phase !== "published";
  // A held file is sent beside the form; otherwise its progress takes the form's place.
  const fills = (phase === "idle" || upload.isHeld) && !several;
  const unsaved = draft.state.phase === "failed" && draft.state.error !== "empty";
  const losesText = unsaved && fills && !sending;

  useEffect(() => {
    if (phase === "published") navigate(localizePath("/creator/videos", locale));
    else if (phase === "ended" && !isHeld) revalidate();
  }, [phase, isHeld, navigate, revalidate, locale]);

  useEffect(() => {
    if (!isHeld || state.phase !== "ended") return;
    // Refused by its content, or dropped by another tab: the form stays.
    setFound((before) => ({ values: {}, errors: { ...before?.errors, video: state.message } }));
    setStored(undefined);
    forget();
  }, [isHeld, state, forget]);

  const problem = found ?? result;
  const errorOf = (field: string) => {
    const key = problem?.errors[field];
    return key && t(key);
  };

  function show(errors: UploadProblem["errors"], failed?: UploadProblem["failure"]) {
    if (errors.form === "drafts.ended") {
      // Its file went with it.
      setEnded(true);
      setStored(undefined);
      media.forget();
      forget();
    }
    setFound({ errors, values: {}, failure: failed });
    const [first] = Object.keys(errors);
    // After the message is rendered.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    const target = event.currentTarget;
    const hasFile = upload.isHeld || isReceived(stored);
    const filled = readFilledForm(new FormData(target), {
      hasFile,
      hasPicture: media.kept.thumbnailUrl !== undefined,
    });
    const problems = checkUpload(filled);
    const { video } = filled;
    if (Object.keys(problems).length > 0) {
      event.preventDefault();
      show(problems);
    } else if (filled.source === "file" && (hasFile || video instanceof File)) {
      event.preventDefault();
      setFound({ errors: {}, values: {} });
      setSending(true);
      await draft.stop();
      const onItsWay = await upload.settled();
      const kept = video === undefined && isReceived(stored) ? stored : undefined;
      const refused =
        onItsWay || kept || !(video instanceof File)
          ? await upload.release(target, filled.title, kept)
          : await upload.begin(target, video, filled.title);
      setSending(false);
      if (refused) draft.resume();
      if (refused)
        show("errors" in refused ? refused.errors : {}, "failure" in refused ? refused.failure : undefined);
    } else {
      // A link takes the place of the file.
      forget();
      setSending(true);
      void draft.stop();
    }
  }

  async function choose(field: string, wrong: MessageKey | undefined, file?: File) {
    setFound((before) => ({
      ...(before ?? problem),
      values: {},
      errors: { ...(before ?? problem)?.errors, [field]: wrong },
    }));
    draft.note();
    if (isEnded) return;
    if ((field === "thumbnail" || field === "trailer") && file) await keep(field, file);
    if (field !== "video" || !holds) return;
    if (!file) return forget();
    const begin = () => draft.sendBetween((revision) => holdFile(file, { id: draft.id, revision }));
    const held = await upload.hold(file, { known: stored, begin });
    if (held?.ok) {
      if (held.uploadId !== stored?.uploadId) setStored(undefined);
      draft.nameAddress();
    } else if (held && "errors" in held) {
      const { video, form: whole } = held.errors;
      setFound((before) => ({ values: {}, errors: { ...before?.errors, video: video ?? whole } }));
    }
  }

  async function keep(field: "thumbnail" | "trailer", file: File) {
    const answer = await media.keep(field, file);
    const input = form.current?.elements.namedItem(field);
    // Another file that was chosen meanwhile has a message of its own.
    if (!answer || !(input instanceof HTMLInputElement) || input.files?.[0] !== file) return;
    const wrong = answer.ok ? undefined : answer.error;
    setFound((before) => ({ values: {}, errors: { ...before?.errors, [field]: wrong } }));
    if (!answer.ok || field !== "trailer") return;
    // The draft has it: the form need not send up to 100 MB again.
    input.value = "";
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  async function cancel() {
    const dropped = await upload.cancel();
    if (dropped === "dropped") add({ tone: "info", title: t("uploads.cancelled") });
    if (dropped === "unreached") add({ tone: "error", title: t("uploads.cancelLater") });
    revalidate();
  }

  return (
    <div className="mx-auto max-w-2xl lg:grid lg:max-w-none lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-12 xl:grid-cols-[minmax(0,1fr)_25.5rem]">
      <div className="min-w-0">
        {!several && (active || losesText || (media.onItsWay && !sending)) && (
          <LeaveWarning question={t(active ? "uploads.leave" : "drafts.leave")} />
        )}
        <UploadIntro shareBp={shareBp} ceiling={ceiling} isGone={isGone && !result} />
        {fills && phase === "idle" && isNew && <DraftList drafts={drafts} />}
        {phase === "idle" && <UnfinishedUploads uploads={unfinished} onResume={upload.resume} />}
        {several && (
          <SeveralFiles
            files={several}
            onDone={() => {
              setSeveral(undefined);
              revalidate();
            }}
          />
        )}
        {!fills && !several && upload.file && (
          <UploadProgress
            file={upload.file}
            state={upload.state}
            sent={upload.sent}
            perSecond={upload.perSecond}
            onPause={upload.pause}
            onGoOn={upload.goOn}
            onCancel={cancel}
            onLeave={upload.leave}
          />
        )}
        <form
          ref={form}
          method="post"
          encType="multipart/form-data"
          className="space-y-6"
          // Kept while a file is on its way: should it come to nothing, all is still filled in.
          hidden={!fills}
          // With script, the form's messages replace the browser's beside the fields.
          noValidate={hydrated}
          onSubmit={submit}
        >
          <UploadMessages problem={problem} isAnswer={found === undefined} draftId={draft.id} />
          <input type="hidden" name="draftId" value={isEnded ? "" : draft.id} />
          {stored && isReceived(stored) && <input type="hidden" name="uploadId" value={stored.uploadId} />}
          <input type="hidden" name="draftRevision" value={isEnded ? 0 : draft.revision} />
          <UploadFields
            topics={topics}
            languages={languages}
            shareBp={shareBp}
            firstSource={
              typed.source ??
              opened.fields.source ??
              (params.get("source") === "youtube" ? "youtube" : "file")
            }
            errorOf={errorOf}
            typedIn={(field) => typed[field] ?? opened.fields[field]}
            onChosen={choose}
            several={hydrated && holds && isNew && stored === undefined}
            onSeveral={(files) => {
              forget();
              setSeveral(files);
            }}
            hasFile={upload.isHeld || isReceived(stored)}
            kept={media.kept}
            keeping={media.onItsWay}
            transfer={
              upload.isHeld && upload.file ? (
                <HeldFile
                  file={upload.file}
                  state={state}
                  sent={upload.sent}
                  perSecond={upload.perSecond}
                  onPause={upload.pause}
                  onGoOn={upload.goOn}
                />
              ) : (
                stored && phase === "idle" && <DraftFileNote file={stored} />
              )
            }
          />
          <Button size="large" className="w-full" pending={sending} pendingLabel={t("creator.uploading")}>
            {t("creator.submitUpload")}
          </Button>
          {/* Without script the browser shows this page until the whole form is sent. */}
          <noscript>
            <p className="-mt-3 text-center text-sm text-ink-soft">{t("creator.uploadingHint")}</p>
          </noscript>
          {upload.isHeld && phase !== "sent" && (
            <p className="-mt-3 text-center text-sm text-ink-soft">{t("uploads.publishWhenSent")}</p>
          )}
          <DraftStatus
            draftId={draft.id}
            state={draft.state}
            onSave={hydrated ? () => void draft.saveNow() : undefined}
          />
        </form>
        {fills && !isNew && (
          <DeleteDraft draftId={opened.id} title={opened.fields.title ?? t("drafts.untitled")} />
        )}
      </div>
      {fills && (
        <ShopPreview
          form={form}
          typedIn={(field) => typed[field] ?? opened.fields[field]}
          hasFile={upload.isHeld || isReceived(stored)}
          keptPicture={media.kept.thumbnailUrl}
        />
      )}
    </div>
  );
}
