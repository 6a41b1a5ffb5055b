import { useEffect, useId, useRef } from "react";
import { formatBytes } from "~/features/base/files/accepted-files";
import type { Locale } from "~/i18n/languages";
import { type Text, useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { ConfirmDialog } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { progressLook } from "~/ui/progress-look";
import { TextLink } from "~/ui/text-link";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { secondsLeft } from "./transfer-rate";
import type { OutgoingFile, UploadState } from "./use-resumable-upload";

type UploadProgressProps = {
  file: OutgoingFile;
  state: UploadState;
  /** Bytes, of the file's. */
  sent: number;
  /** Bytes a second, once it is known. */
  perSecond: number | undefined;
  onPause: () => void;
  onGoOn: () => void;
  onCancel: () => void;
  onLeave: () => void;
};

/** The file being sent, its progress and its controls. Receives the focus when it appears. */
export function UploadProgress({ file, state, sent, perSecond, ...on }: UploadProgressProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const { phase } = state;
  const whole = phase === "publishing" || phase === "published";
  const share = whole ? 1 : Math.min(sent / file.bytes, 1);
  const percent = Math.floor(share * 100);
  return (
    <Card as="section" aria-labelledby={id} className="space-y-5 p-5 sm:p-6">
      <div>
        <h2 id={id} ref={heading} tabIndex={-1} className="text-2xl break-words">
          {file.title}
        </h2>
        <p className="mt-1 text-ink-soft break-all">
          {file.name} ({formatBytes(file.bytes, locale)})
        </p>
      </div>
      {phase !== "ended" && (
        <div>
          <div className="flex items-center gap-4">
            <progress
              aria-label={t("uploads.progressLabel", { name: file.title })}
              max={100}
              value={percent}
              className={classNames(progressLook, "h-3 min-w-0 grow")}
            />
            <span aria-hidden="true" className="w-12 text-right font-semibold tabular-nums">
              {percent}%
            </span>
          </div>
          <p className="mt-2 min-h-6 text-sm text-ink-soft tabular-nums">
            {figuresOf(
              { t, locale },
              { bytes: whole ? file.bytes : sent, total: file.bytes, perSecond, phase },
            )}
          </p>
        </div>
      )}
      <Status t={t} state={state} percent={percent} />
      <div className="flex flex-wrap gap-3">
        {phase === "sending" && (
          <Button type="button" variant="secondary" onClick={on.onPause}>
            {t("uploads.pause")}
          </Button>
        )}
        {(phase === "paused" || phase === "asking") && (
          <Button type="button" onClick={on.onGoOn}>
            {t("uploads.goOn")}
          </Button>
        )}
        {phase === "waiting" && (
          <Button type="button" variant="secondary" onClick={on.onGoOn}>
            {t("uploads.tryNow")}
          </Button>
        )}
        {phase === "ended" && (
          <Button type="button" onClick={on.onLeave}>
            {t("uploads.backToForm")}
          </Button>
        )}
        {(phase === "sending" || phase === "paused" || phase === "waiting" || phase === "asking") && (
          <ConfirmDialog
            trigger={t("uploads.cancel")}
            triggerVariant="quiet"
            fallbackTo={linkTo("/creator/upload").to}
            title={t("uploads.cancelTitle")}
            description={t("uploads.cancelText", { name: file.title })}
            cancelLabel={t("uploads.keepSending")}
          >
            <Button type="button" variant="danger" onClick={on.onCancel}>
              {t("uploads.cancel")}
            </Button>
          </ConfirmDialog>
        )}
      </div>
    </Card>
  );
}

/** Announces the status when it changes, and the progress at every quarter. */
function Status({ t, state, percent }: { t: Text; state: UploadState; percent: number }) {
  const linkTo = useLinkTo();
  if (state.phase === "ended") {
    return (
      <Notice tone="danger" role="alert" title={t("videos.uploadFailed")}>
        {t(state.message, { reason: state.reason ? t(state.reason) : "" })}
      </Notice>
    );
  }
  const quarter = Math.floor(percent / 25) * 25;
  return (
    <>
      <Notice tone={state.phase === "waiting" || state.phase === "asking" ? "warn" : "info"} role="status">
        {sayPhase(t, state)}
        {state.phase === "asking" && (
          <>
            {" "}
            <TextLink {...linkTo("/creator-login")} target="_blank" reloadDocument>
              {t("uploads.signInAgain")}
            </TextLink>
          </>
        )}
      </Notice>
      <VisuallyHidden>
        <span role="status">
          {state.phase === "sending" && quarter > 0 && t("uploads.announced", { percent: quarter })}
        </span>
      </VisuallyHidden>
    </>
  );
}

/** Returns what a phase means for the person, and what continues by itself. */
export function sayPhase(t: Text, state: UploadState): string {
  switch (state.phase) {
    case "idle":
    case "preparing":
      return t("uploads.preparing");
    case "sending":
      return t("creator.uploadingText");
    case "paused":
      return t("uploads.paused");
    case "sent":
      return t("uploads.sent");
    case "waiting":
      return t(state.cause === "offline" ? "uploads.offline" : "uploads.busy");
    case "asking":
    case "ended":
      return t(state.message);
    case "publishing":
    case "published":
      return t("uploads.publishing");
  }
}

interface Figures {
  bytes: number;
  total: number;
  perSecond: number | undefined;
  phase: UploadState["phase"];
}

export function figuresOf(
  { t, locale }: { t: Text; locale: Locale },
  { bytes, total, perSecond, phase }: Figures,
): string {
  const amount = t("uploads.amount", { sent: formatBytes(bytes, locale), total: formatBytes(total, locale) });
  const seconds = secondsLeft(total - bytes, perSecond);
  if (phase !== "sending" || seconds === undefined || perSecond === undefined) return amount;
  const speed = t("uploads.speed", { speed: formatBytes(perSecond, locale) });
  return [amount, speed, timeLeft(t, seconds)].join(" · ");
}

function timeLeft(t: Text, seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return t("uploads.leftSeconds");
  if (minutes < 60) return t("uploads.leftMinutes", { minutes });
  return t("uploads.leftHours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
