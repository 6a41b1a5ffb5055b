import { type ChangeEvent, type ReactNode, useState } from "react";
import { checkChosenFile, formatBytes, videoAccept } from "~/features/base/files/accepted-files";
import { clockDuration } from "~/features/videos/listing/duration";
import type { MessageKey } from "~/i18n/message-key";
import { type Text, useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useHydrated } from "~/ui/hydrated";
import { Icon, type IconName } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { classNames, progressLook } from "~/ui/looks";
import { goOnWithFile, type Outgoing, pauseFile, sendFile } from "./outgoing";
import type { TransferState } from "./resume-transfer";
import { markFile, secondsLeft } from "./transfer-rules";

interface StoredFile {
  name: string;
  bytes: number;
  received: number;
  mark: string;
}

interface FileCardProps {
  videoId: string;
  stored: StoredFile | undefined;
  outgoing: Outgoing | undefined;
  seconds: number | undefined;
  error: string | undefined;
  onFile: (file: File, isSame: boolean) => void;
}

export function FileCard({ videoId, stored, outgoing, seconds, error: serverError, onFile }: FileCardProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const hydrated = useHydrated();
  const [refused, setRefused] = useState<MessageKey>();
  const ended = outgoing?.state.phase === "ended" ? outgoing.state : undefined;
  const active = outgoing && !ended && outgoing.state.phase !== "sent" ? outgoing : undefined;
  const isWhole =
    !active && (outgoing?.state.phase === "sent" || (stored && stored.received >= stored.bytes));
  const name = active?.file.name ?? stored?.name ?? "";
  const total = active?.file.size ?? stored?.bytes ?? 0;
  const sent = active ? active.sent : isWhole ? total : (stored?.received ?? 0);
  const percent = total > 0 ? Math.floor(Math.min(sent / total, 1) * 100) : 0;
  const size = (bytes: number) => formatBytes(bytes, locale);
  const error = refused
    ? t(refused)
    : ended
      ? t(ended.message, { reason: ended.reason ? t(ended.reason) : "" })
      : serverError;
  const isPart = !active && !isWhole && stored !== undefined;

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const { files } = event.currentTarget;
    const [file] = files ?? [];
    event.currentTarget.value = "";
    if (!file) return;
    const wrong = checkChosenFile("video", file);
    const isSame = stored !== undefined && (await markFile(file).catch(() => "")) === stored.mark;
    // Whoever chooses another a second time means it: what has arrived of the first is dropped.
    if (wrong || (isPart && !isSame && refused !== "uploads.otherFile"))
      return setRefused(wrong ?? "uploads.otherFile");
    setRefused(undefined);
    onFile(file, isSame);
    const result = await sendFile(file, videoId);
    if (!result.ok) setRefused(result.error);
  }

  const facts = active
    ? figuresOf({ t, locale }, active)
    : isWhole
      ? [seconds && clockDuration(seconds), size(total)].filter(Boolean).join(" · ")
      : isPart
        ? t("uploads.alreadyHere", { sent: size(sent), total: size(total) })
        : t("creator.videoHint");
  const icon: IconName = error ? "alert" : isWhole ? "check" : "video";
  return (
    <Card className="p-4">
      <div className="flex items-center gap-4">
        <span
          aria-hidden="true"
          className={classNames(
            "flex size-11 shrink-0 items-center justify-center rounded-control max-sm:hidden",
            error ? "bg-danger-soft text-danger-ink" : "bg-success-soft text-on-success-soft",
          )}
        >
          <Icon name={icon} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex justify-between gap-4 font-semibold">
            <span className="min-w-0 truncate">{name || t("uploads.noFile")}</span>
            {active && (
              <span aria-hidden="true" className="shrink-0 text-forest-ink tabular-nums">
                {percent} %
              </span>
            )}
          </p>
          {(active || isPart) && (
            <progress
              aria-label={t("uploads.progressLabel", { name })}
              max={100}
              value={percent}
              className={classNames(progressLook, "my-1 h-2 w-full")}
            />
          )}
          <p className="text-sm text-ink-soft tabular-nums">{facts}</p>
          {active && <Status state={active.state} percent={percent} />}
        </div>
        {active?.state.phase === "sending" && (
          <Button type="button" variant="secondary" size="small" onClick={() => pauseFile(videoId)}>
            {t("uploads.pause")}
          </Button>
        )}
        {active &&
          (active.state.phase === "paused" ||
            active.state.phase === "asking" ||
            active.state.phase === "waiting") && (
            <Button type="button" variant="secondary" size="small" onClick={() => goOnWithFile(videoId)}>
              {t(active.state.phase === "waiting" ? "uploads.tryNow" : "uploads.goOn")}
            </Button>
          )}
        {!active && hydrated && (
          <FileChoice quiet={isWhole === true} onChange={choose}>
            {t(isPart ? "uploads.chooseAgain" : isWhole ? "uploads.change" : "creator.pickFile")}
          </FileChoice>
        )}
      </div>
      {!active && !isWhole && (
        <p className="mt-3 text-sm text-ink-soft [@media(scripting:enabled)]:hidden">
          {t("uploads.fileNeedsScript")}{" "}
          <TextLink {...linkTo("/creator/upload")}>{t("creator.upload")}</TextLink>
        </p>
      )}
      {error && (
        <p role="alert" className="mt-3 text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
    </Card>
  );
}

function FileChoice({
  quiet,
  multiple,
  onChange,
  children,
}: {
  quiet?: boolean;
  multiple?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  children: ReactNode;
}) {
  return (
    <label
      className={classNames(
        "relative inline-flex min-h-11 cursor-pointer items-center rounded-control px-4 text-sm font-semibold whitespace-nowrap",
        "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        quiet ? "text-ink-soft" : "border border-line-strong text-ink",
      )}
    >
      <input type="file" accept={videoAccept} multiple={multiple} onChange={onChange} className="sr-only" />
      {children}
    </label>
  );
}

function Status({ state, percent }: { state: TransferState; percent: number }) {
  const t = useText();
  const linkTo = useLinkTo();
  const quarter = Math.floor(percent / 25) * 25;
  return (
    <>
      <p role="status" className="text-sm text-ink-soft">
        {sayPhase(t, state)}
        {state.phase === "asking" && (
          <>
            {" "}
            <TextLink {...linkTo("/creator-login")} target="_blank" reloadDocument>
              {t("uploads.signInAgain")}
            </TextLink>
          </>
        )}
      </p>
      <span className="sr-only">
        <span role="status">
          {state.phase === "sending" && quarter > 0 && t("uploads.announced", { percent: quarter })}
        </span>
      </span>
    </>
  );
}

function sayPhase(t: Text, state: TransferState): string {
  switch (state.phase) {
    case "sending":
      return t("creator.uploadingText");
    case "paused":
      return t("uploads.paused");
    case "waiting":
      return t(state.cause === "offline" ? "uploads.offline" : "uploads.busy");
    case "asking":
    case "ended":
      return t(state.message);
    case "checking":
    case "sent":
      return t("uploads.checking");
  }
}

function figuresOf(
  { t, locale }: { t: Text; locale: Parameters<typeof formatBytes>[1] },
  { file, sent, perSecond, state }: Outgoing,
): string {
  const amount = t("uploads.amount", {
    sent: formatBytes(sent, locale),
    total: formatBytes(file.size, locale),
  });
  const left = timeLeft(t, { file, sent, perSecond });
  if (state.phase !== "sending" || !left || perSecond === undefined) return amount;
  return [amount, t("uploads.speed", { speed: formatBytes(perSecond, locale) }), left].join(" · ");
}

/** In words; undefined while it is unknown. */
export function timeLeft(t: Text, { file, sent, perSecond }: Pick<Outgoing, "file" | "sent" | "perSecond">) {
  const seconds = secondsLeft(file.size - sent, perSecond);
  if (seconds === undefined) return undefined;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return t("uploads.leftSeconds");
  if (minutes < 60) return t("uploads.leftMinutes", { count: minutes });
  return t("uploads.leftHours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
