import { useEffect, useRef, useState } from "react";
import { beginUpload } from "./begin-upload";
import { markFile } from "./file-fingerprint";
import { dropTransfer, FileTransfer, type TransferState } from "./file-transfer";
import type { UnfinishedUpload } from "./resumable-rules";
import { createTransferRate } from "./transfer-rate";

export type UploadState = { phase: "idle" | "preparing" } | TransferState;

export interface OutgoingFile {
  title: string;
  name: string;
  bytes: number;
}

/** Interval at which the figures on the screen change, in milliseconds. */
const tickMs = 500;

/** Loaded only when a file is to be sent: nobody else needs it. */
const loadClient = () => import("tus-js-client");

/**
 * One upload at a time, over as many connections as it takes.
 * `begin` and `resume` return undefined once the transfer has started, or the errors that prevent it.
 */
export function useResumableUpload() {
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const [file, setFile] = useState<OutgoingFile>();
  const [figures, setFigures] = useState<{ sent: number; perSecond?: number }>({ sent: 0 });
  const current = useRef<{ uploadId: string; transfer: FileTransfer }>();
  const sent = useRef(0);

  useEffect(() => () => current.current?.transfer.end(), []);

  const sending = state.phase === "sending";
  useEffect(() => {
    if (!sending) return;
    const rate = createTransferRate();
    const tick = () => {
      rate.note(performance.now(), sent.current);
      setFigures({ sent: sent.current, perSecond: rate.bytesPerSecond() });
    };
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [sending]);

  async function send(chosen: File, { uploadId, sendTo }: { uploadId: string; sendTo?: string }) {
    const { Upload } = await loadClient();
    sent.current = 0;
    setFigures({ sent: 0 });
    const transfer = new FileTransfer({
      file: chosen,
      uploadId,
      sendTo,
      Upload,
      onState: setState,
      onProgress: (bytes) => {
        sent.current = bytes;
      },
    });
    current.current = { uploadId, transfer };
    transfer.go();
  }

  async function begin(form: HTMLFormElement, chosen: File, title: string) {
    setState({ phase: "preparing" });
    setFile({ title, name: chosen.name, bytes: chosen.size });
    const begun = await loadClient().then(
      () => beginUpload(form, chosen),
      () => ({ ok: false, errors: { form: "uploads.offlineBefore" } }) as const,
    );
    if (!begun.ok) {
      setState({ phase: "idle" });
      return begun;
    }
    await send(chosen, begun);
    return undefined;
  }

  async function resume(upload: UnfinishedUpload, chosen: File) {
    const mark = await markFile(chosen).catch(() => undefined);
    if (mark === undefined) return "uploads.fileChanged" as const;
    if (mark !== upload.fileMark || chosen.size !== upload.bytes) return "uploads.otherFile" as const;
    setFile({ title: upload.title, name: chosen.name, bytes: chosen.size });
    return send(chosen, { uploadId: upload.id, sendTo: upload.sendTo }).then(
      () => undefined,
      () => "uploads.offlineBefore" as const,
    );
  }

  /** Cancels, deletes the received bytes and returns the outcome. */
  async function cancel() {
    const { uploadId, transfer } = current.current ?? {};
    transfer?.end();
    const dropped = uploadId ? await dropTransfer(uploadId) : "dropped";
    setState(dropped === "published" ? { phase: "published" } : { phase: "idle" });
    return dropped;
  }

  return {
    state,
    file,
    ...figures,
    begin,
    resume,
    cancel,
    pause: () => current.current?.transfer.pause(),
    goOn: () => current.current?.transfer.go(),
    /** Back to the form, after the end. */
    leave: () => setState({ phase: "idle" }),
  };
}
