import { useBlocker, useLocation } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import { videoSampleBytes } from "~/features/base/files/accepted-files";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { TextLink } from "~/ui/link";
import type { BeginResult } from "./begin-video.server";
import { FileTransfer, type TransferState } from "./resume-transfer";
import { createTransferRate, markFile } from "./transfer-rules";

export interface Outgoing {
  videoId: string;
  file: File;
  state: TransferState;
  /** Bytes received by the server or on their way. */
  sent: number;
  perSecond: number | undefined;
}

const tickMs = 500;

/** They go on while their creator looks at other pages of the area, and end with it. */
let files: readonly Outgoing[] = [];
const transfers = new Map<string, { sending: FileTransfer; timer: ReturnType<typeof setInterval> }>();
const listeners = new Set<() => void>();

function change(videoId: string, part: Partial<Outgoing>): void {
  files = files.map((each) => (each.videoId === videoId ? { ...each, ...part } : each));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none: readonly Outgoing[] = [];

export function useOutgoing(): readonly Outgoing[] {
  return useSyncExternalStore(
    subscribe,
    () => files,
    () => none,
  );
}

/** A file that would be lost with the page. */
export function isUnderWay({ state }: Outgoing): boolean {
  return state.phase !== "sent" && state.phase !== "ended";
}

export const pauseFile = (videoId: string) => transfers.get(videoId)?.sending.pause();

export const goOnWithFile = (videoId: string) => transfers.get(videoId)?.sending.go();

function endFile(videoId: string): void {
  const active = transfers.get(videoId);
  clearInterval(active?.timer);
  active?.sending.end();
  transfers.delete(videoId);
  files = files.filter((each) => each.videoId !== videoId);
  for (const listener of listeners) listener();
}

export async function sendFile(
  file: File,
  videoId?: string,
): Promise<{ ok: true; videoId: string } | { ok: false; error: MessageKey; reason?: MessageKey }> {
  const mark = await markFile(file).catch(() => undefined);
  if (mark === undefined) return { ok: false, error: "uploads.fileChanged" };
  // Loaded only when a file is to be sent: nobody else needs it.
  const client = await import("tus-js-client").catch(() => undefined);
  if (!client) return { ok: false, error: "uploads.offlineBefore" };
  const fields = new FormData();
  if (videoId) fields.set("videoId", videoId);
  fields.set("videoName", file.name);
  fields.set("videoBytes", String(file.size));
  fields.set("videoMark", mark);
  fields.set("videoHead", new Blob([await file.slice(0, videoSampleBytes).arrayBuffer()]), "head");
  const result = await begin(fields);
  if (!result.ok) return result;
  if (videoId) endFile(videoId);
  transfer(file, result, client.Upload);
  return { ok: true, videoId: result.videoId };
}

async function begin(fields: FormData): Promise<BeginResult & { reason?: MessageKey }> {
  try {
    const answer = await fetch("/creator/uploads", { method: "POST", body: fields, redirect: "manual" });
    // Without a session the server redirects to the login.
    if (answer.type === "opaqueredirect") return { ok: false, error: "uploads.sessionEndedBefore" };
    return (await answer.json()) as BeginResult;
  } catch (error) {
    return {
      ok: false,
      error: error instanceof TypeError ? "uploads.offlineBefore" : "uploads.serverFailed",
    };
  }
}

function transfer(
  file: File,
  { videoId, sendTo }: Extract<BeginResult, { ok: true }>,
  Upload: ConstructorParameters<typeof FileTransfer>[0]["Upload"],
): void {
  if (transfers.has(videoId)) endFile(videoId);
  const rate = createTransferRate();
  let sent = 0;
  const timer = setInterval(() => {
    rate.note(performance.now(), sent);
    change(videoId, { sent, perSecond: rate.bytesPerSecond() });
  }, tickMs);
  files = [...files, { videoId, file, state: { phase: "sending" }, sent: 0, perSecond: undefined }];
  const sending = new FileTransfer({
    file,
    uploadId: videoId,
    sendTo,
    Upload,
    onProgress: (bytes) => {
      sent = bytes;
    },
    onState: (state) => {
      if (state.phase === "sent" || state.phase === "ended") clearInterval(timer);
      change(videoId, { state, ...(state.phase === "sent" ? { sent: file.size } : {}) });
    },
  });
  transfers.set(videoId, { sending, timer });
  sending.go();
}

export function OutgoingStrip() {
  const t = useText();
  const linkTo = useLinkTo();
  const { pathname } = useLocation();
  const files = useOutgoing().filter(isUnderWay);
  const [first] = files;
  if (!first) return null;
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const sent = files.reduce((sum, each) => sum + each.sent, 0);
  const isHere = files.length === 1 && pathname.includes(first.videoId);
  return (
    <>
      <LeaveWarning />
      {!isHere && (
        <p className="mb-6 rounded-control bg-success-soft px-4 py-2.5 text-sm text-on-success-soft tabular-nums">
          {t("uploads.onTheirWay", { count: files.length })} · {Math.floor((sent / bytes) * 100)} %{" "}
          <TextLink
            {...linkTo(files.length === 1 ? `/creator/videos/${first.videoId}/edit` : "/creator/videos")}
          >
            {t("uploads.toThem")}
          </TextLink>
        </p>
      )}
    </>
  );
}

/**
 * Asks before the page is left: with this question where the app navigates, with the browser's own where it closes or
 * reloads. At most one with a question at a time: the router supports one blocker.
 */
export function LeaveWarning({ question }: { question?: string }) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return question ? <NavigationQuestion question={question} /> : null;
}

function NavigationQuestion({ question }: { question: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
  return null;
}
