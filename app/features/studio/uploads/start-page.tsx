import { Form, useNavigate, useNavigation, useSearchParams } from "@remix-run/react";
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from "react";
import { checkChosenFile, formatBytes, videoAccept } from "~/features/base/files/accepted-files";
import { formatCreatorShare } from "~/features/base/money/platform-share";
import type { MessageKey } from "~/i18n/message-key";
import { localizePath } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { PerchedBird } from "~/ui/drawings/perched-bird";
import { Field } from "~/ui/forms/field";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { buttonLook, classNames } from "~/ui/looks";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { sendFile } from "./outgoing";
import { PlainForm, type PlainFormProps } from "./plain-form";

interface StartPageProps extends PlainFormProps {
  /** Videos per day, before and after the e-mail is confirmed. */
  ceiling: { videos: number; confirmed: number } | undefined;
}

/** product.md, Upload new video. Without script, one form for all of it. */
export function StartPage({ ceiling, ...plain }: StartPageProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const hydrated = useHydrated();
  const sending = useNavigation().formMethod === "POST";
  const { result, shareBp } = plain;
  // The errors of the whole form are in it, not here.
  const linkError = result?.values.intent === "begin" && (result.errors.youtubeUrl ?? result.errors.form);
  return (
    <>
      <PageHeader
        title={t("creator.upload")}
        description={t("creator.uploadText", { percent: formatCreatorShare(shareBp, locale) })}
        className="mb-6"
      />
      {ceiling && (
        <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          {t("videos.unprovenCeiling", { ...ceiling })}
          <TextLink {...linkTo("/account")}>{t("videos.unprovenCeilingLink")}</TextLink>
        </p>
      )}
      <div className="noscript:hidden">
        <DropArea />
        <Form method="post" className="mt-8" noValidate>
          <div className="flex flex-wrap items-start gap-3">
            <Field
              id="field-link"
              name="youtubeUrl"
              type="url"
              label={t("uploads.orLink")}
              hint={t("creator.youtubeNotice")}
              error={linkError ? t(linkError) : undefined}
              defaultValue={result?.values.youtubeUrl}
              placeholder="https://youtu.be/…"
              className="min-w-0 flex-1 basis-64"
            />
            <Button
              name="intent"
              value="begin"
              variant="secondary"
              size="large"
              pending={sending}
              className="sm:mt-7.5"
            >
              {t("uploads.useLink")}
            </Button>
          </div>
        </Form>
      </div>
      {/* Not in a noscript element: text tools that read the page leave it out. */}
      {!hydrated && (
        <div className="[@media(scripting:enabled)]:hidden">
          <PlainForm {...plain} />
        </div>
      )}
    </>
  );
}

interface Refused {
  message: MessageKey;
  reason?: MessageKey | undefined;
  file: File;
}

function DropArea() {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();

  async function begin(files: readonly File[]) {
    const [first] = files;
    if (!first || busy) return;
    setBusy(true);
    setRefused(undefined);
    let lastVideoId: string | undefined;
    for (const file of files) {
      const wrong = checkChosenFile("video", file);
      const result = wrong ? ({ ok: false, error: wrong } as const) : await sendFile(file);
      if (!result.ok) {
        setBusy(false);
        setRefused({ file, message: result.error, reason: "reason" in result ? result.reason : undefined });
        return;
      }
      lastVideoId = result.videoId;
    }
    // A cover that was drawn before opens with the page.
    const path = files.length > 1 ? "/creator/videos" : `/creator/videos/${lastVideoId}/edit`;
    const query = params.has("coverDrawing") ? `?${params}` : "";
    navigate(files.length > 1 ? localizePath(path, locale) : localizePath(path + query, locale));
  }
  // A file that was chosen before the script ran.
  const woken = useRef(false);
  useEffect(() => {
    if (woken.current) return;
    woken.current = true;
    void begin([...(input.current?.files ?? [])]);
  });
  const over = (event: DragEvent, isIn: boolean) => {
    event.preventDefault();
    setOver(isIn);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, which does the same
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        void begin([...event.dataTransfer.files]);
      }}
      className={classNames(
        "flex flex-wrap items-center justify-center gap-x-12 gap-y-4 rounded-panel border-2 border-dashed p-6 sm:min-h-48",
        isOver
          ? "border-forest bg-success-soft"
          : refused
            ? "border-danger-ink bg-surface"
            : "border-line-strong bg-surface",
      )}
    >
      {!refused && <PerchedBird className="h-32 w-auto max-sm:h-24" />}
      <div className={refused ? "text-center" : "max-sm:w-full max-sm:text-center"}>
        {refused ? (
          <div role="alert">
            <p className="flex items-center justify-center gap-2 font-semibold text-danger-ink">
              <Icon name="alert" />
              {t(refused.message, { reason: refused.reason ? t(refused.reason) : "" })}
            </p>
            <p className="mt-1 text-sm text-ink-soft [overflow-wrap:anywhere]">
              {refused.file.name}, {formatBytes(refused.file.size, locale)}
            </p>
          </div>
        ) : (
          <>
            <h2 className="text-2xl pointer-coarse:hidden">
              {t(isOver ? "uploads.dropHere" : "uploads.dropOrChoose")}
            </h2>
            <h2 className="hidden text-2xl pointer-coarse:block">{t("uploads.chooseVideo")}</h2>
            <p className="mt-1 text-ink-soft">{t("creator.videoHint")}</p>
          </>
        )}
        <label
          className={classNames(
            buttonLook("primary", "large", "mt-4 cursor-pointer max-sm:w-full"),
            "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
          )}
        >
          <input
            ref={input}
            type="file"
            multiple
            accept={videoAccept}
            className="sr-only"
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              const chosen = [...(event.currentTarget.files ?? [])];
              event.currentTarget.value = "";
              void begin(chosen);
            }}
          />
          <Icon name="upload" />
          {t(busy ? "uploads.preparing" : refused ? "uploads.chooseOther" : "creator.pickFile")}
        </label>
      </div>
      {busy && (
        <Notice className="sr-only" role="status">
          {t("uploads.preparing")}
        </Notice>
      )}
    </div>
  );
}
