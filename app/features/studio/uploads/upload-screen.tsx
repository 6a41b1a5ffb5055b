import { useNavigate, useRevalidator, useSearchParams } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { formatCreatorShare } from "~/features/base/money/platform-share";
import type { Topic } from "~/features/videos/listing/topic";
import { localizePath } from "~/i18n/language-in-address";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { useHydrated } from "~/ui/hydrated";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { TextLink } from "~/ui/text-link";
import { useToasts } from "~/ui/toasts/toast-store";
import type { UnfinishedUpload } from "./resumable-rules";
import { UnfinishedUploads } from "./unfinished-uploads";
import { checkUpload, type FilledForm } from "./upload-check";
import { UploadFields } from "./upload-fields";
import { UploadProgress } from "./upload-progress";
import { useLeaveWarning } from "./use-leave-warning";
import { useResumableUpload } from "./use-resumable-upload";

/** Problems and values of a sent form. */
export interface UploadProblem {
  errors: Partial<Record<string, MessageKey>>;
  values: Partial<Record<string, string>>;
  failure?: { step: MessageKey; reason: MessageKey } | undefined;
}

type UploadScreenProps = {
  result: UploadProblem | undefined;
  unfinished: readonly UnfinishedUpload[];
  topics: readonly Topic[];
  languages: readonly { value: string; label: string }[];
  /** The platform's share of the creator's sales, in basis points. */
  shareBp: number;
  /** Videos per day, before and after the e-mail is confirmed. */
  ceiling: { videos: number; confirmed: number } | undefined;
};

/**
 * product.md, Upload new video. Without script, and for a link, the form is sent by the browser itself; with it,
 * a file goes over as many connections as it takes.
 */
export function UploadScreen({ result, unfinished, topics, languages, ceiling, shareBp }: UploadScreenProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  const [params] = useSearchParams();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { add } = useToasts();
  const upload = useResumableUpload();
  const form = useRef<HTMLFormElement>(null);
  const [sending, setSending] = useState(false);
  // Errors found by the script since the server's response to the plain form, if any.
  const [found, setFound] = useState<UploadProblem>();
  const { phase } = upload.state;
  const active = phase !== "idle" && phase !== "ended" && phase !== "published";
  useLeaveWarning(active, t("uploads.leave"));

  useEffect(() => {
    if (phase === "published") navigate(localizePath("/creator/videos", locale));
    else if (phase === "ended") revalidate();
  }, [phase, navigate, revalidate, locale]);

  const problem = found ?? result;
  const failure = problem?.failure;
  const formError = problem?.errors.form;
  const errorOf = (field: string) => {
    const key = problem?.errors[field];
    return key && t(key);
  };

  function show(errors: UploadProblem["errors"], failed?: UploadProblem["failure"]) {
    setFound({ errors, values: {}, failure: failed });
    const [first] = Object.keys(errors);
    // After the message is rendered.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    const filled = readFilled(event.currentTarget);
    const problems = checkUpload(filled);
    const { video } = filled;
    if (Object.keys(problems).length > 0) {
      event.preventDefault();
      show(problems);
    } else if (filled.source === "file" && video instanceof File) {
      event.preventDefault();
      setFound({ errors: {}, values: {} });
      const refused = await upload.begin(event.currentTarget, video, filled.title);
      if (refused)
        show("errors" in refused ? refused.errors : {}, "failure" in refused ? refused.failure : undefined);
    } else setSending(true);
  }

  async function cancel() {
    const dropped = await upload.cancel();
    if (dropped === "dropped") add({ tone: "info", title: t("uploads.cancelled") });
    if (dropped === "unreached") add({ tone: "error", title: t("uploads.cancelLater") });
    revalidate();
  }

  const typed = result?.values ?? {};
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={t("creator.upload")}
        description={t("creator.uploadText", { percent: formatCreatorShare(shareBp, locale) })}
        className={ceiling ? "mb-3" : "mb-8"}
      />
      {ceiling && (
        <p className="mb-8 text-sm text-ink-soft">
          {t("videos.unprovenCeiling", ceiling)}{" "}
          <TextLink {...linkTo("/account")}>{t("videos.unprovenCeilingLink")}</TextLink>
        </p>
      )}
      {phase === "idle" && <UnfinishedUploads uploads={unfinished} onResume={upload.resume} />}
      {phase !== "idle" && upload.file && (
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
        hidden={phase !== "idle"}
        // With script, the form's messages replace the browser's beside the fields.
        noValidate={hydrated}
        onSubmit={submit}
      >
        {failure && (
          <Notice tone="danger" role="alert" title={t("videos.uploadFailed")}>
            {t(failure.step, { reason: t(failure.reason) })}
          </Notice>
        )}
        {formError && (
          <Notice tone="danger" role="alert" title={t("videos.uploadFailed")}>
            {t(formError)}
          </Notice>
        )}
        {result && !found && !failure && <FormError>{t("common.checkFields")}</FormError>}
        <UploadFields
          topics={topics}
          languages={languages}
          shareBp={shareBp}
          firstSource={typed.source ?? (params.get("source") === "youtube" ? "youtube" : "file")}
          errorOf={errorOf}
          typedIn={(field) => typed[field]}
          onChosen={(field, wrong) =>
            setFound({ ...problem, values: {}, errors: { ...problem?.errors, [field]: wrong } })
          }
        />
        <Button size="large" className="w-full" pending={sending} pendingLabel={t("creator.uploading")}>
          {t("creator.submitUpload")}
        </Button>
      </form>
    </div>
  );
}

function readFilled(form: HTMLFormElement): FilledForm {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  const file = (name: string) => {
    const value = data.get(name);
    return value instanceof File && value.name !== "" ? value : undefined;
  };
  return {
    source: text("source") === "youtube" ? "youtube" : "file",
    title: text("title"),
    description: text("description"),
    price: text("price"),
    youtubeUrl: text("youtubeUrl"),
    video: file("video"),
    thumbnail: file("thumbnail"),
    hasCover: text("coverDrawing") !== "",
  };
}
