import { useEffect, useRef, useState } from "react";
import { type Begun, beginUpload, releaseFile } from "./begin-upload";
import type { DraftFile } from "./draft-fields";
import { markFile } from "./file-fingerprint";
import type { UnfinishedUpload } from "./resumable-limits";
import { dropTransfer, FileTransfer, type TransferState } from "./resume-transfer";
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
  // A held upload goes on beside the form, which publishes it.
  const [isHeld, setHeld] = useState(false);
  const holding = useRef<Promise<unknown>>();
  /** The newest choice: an older one that is still on its way to the server is not sent any more. */
  const newest = useRef<object>();
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

  async function send(
    chosen: File,
    { uploadId, sendTo, held = false }: { uploadId: string; sendTo?: string; held?: boolean },
  ) {
    const { Upload } = await loadClient();
    sent.current = 0;
    setFigures({ sent: 0 });
    const transfer = new FileTransfer({
      file: chosen,
      uploadId,
      sendTo,
      held,
      Upload,
      onState: setState,
      onProgress: (bytes) => {
        sent.current = bytes;
      },
    });
    current.current = { uploadId, transfer };
    setHeld(held);
    transfer.go();
  }

  /** Ends the transfer of a file that is not wanted any more; the server drops it for another, or with the draft. */
  function forget() {
    newest.current = undefined;
    current.current?.transfer.end();
    current.current = undefined;
    setHeld(false);
    setState({ phase: "idle" });
  }

  /**
   * Sends a draft's file beside the form. `known`: the file that the draft has, resumed if it is the chosen one; any
   * other is begun by `begin`, one after another, since each replaces the one before. Returns its upload or why it was
   * refused; undefined if another was chosen meanwhile or the form has to send it.
   */
  async function hold(
    chosen: File,
    { known, begin }: { known: DraftFile | undefined; begin: () => Promise<Begun> },
  ): Promise<Begun | undefined> {
    forget();
    const choice = {};
    newest.current = choice;
    setFile({ title: chosen.name, name: chosen.name, bytes: chosen.size });
    const before = holding.current;
    const run = async () => {
      await before;
      const mark = known && known.bytes === chosen.size && (await markFile(chosen).catch(() => undefined));
      await loadClient();
      if (newest.current !== choice) return undefined;
      const isKnown = known !== undefined && mark === known.mark;
      const begun: Begun = isKnown ? { ok: true, uploadId: known.uploadId } : await begin();
      if (newest.current !== choice) return undefined;
      if (begun.ok) await send(chosen, { uploadId: begun.uploadId, held: true });
      return begun;
    };
    // Without the code that sends it, the form sends the file when it is published.
    const running = run().catch(() => undefined);
    holding.current = running;
    return running;
  }

  /**
   * Sends the form of a held upload, or of a draft's complete file, and has it published when it is complete. Returns
   * what is wrong with the form.
   */
  async function release(form: HTMLFormElement, title: string, stored?: DraftFile) {
    const uploadId = current.current?.uploadId ?? stored?.uploadId ?? "";
    const released = await releaseFile(new FormData(form), uploadId);
    if (!released.ok) return released;
    if (!current.current && stored) {
      const { name, bytes } = stored;
      const { Upload } = await loadClient();
      const none = new File([], name);
      const transfer = new FileTransfer({
        file: none,
        uploadId,
        whole: true,
        Upload,
        onState: setState,
        onProgress() {},
      });
      setFile({ title, name, bytes });
      current.current = { uploadId, transfer };
      transfer.go();
      return undefined;
    }
    setFile((file) => file && { ...file, title });
    setHeld(false);
    current.current?.transfer.release();
    return undefined;
  }

  async function begin(form: HTMLFormElement, chosen: File, title: string) {
    setState({ phase: "preparing" });
    setFile({ title, name: chosen.name, bytes: chosen.size });
    const begun = await loadClient().then(
      () => beginUpload(new FormData(form), chosen),
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
    current.current = undefined;
    const dropped = uploadId ? await dropTransfer(uploadId) : "dropped";
    setState(dropped === "published" ? { phase: "published" } : { phase: "idle" });
    return dropped;
  }

  return {
    state,
    file,
    ...figures,
    isHeld,
    hold,
    /** Resolves once a file that was chosen is on its way, or refused. */
    settled: async () => {
      await holding.current;
      return current.current !== undefined;
    },
    release,
    forget,
    begin,
    resume,
    cancel,
    pause: () => current.current?.transfer.pause(),
    goOn: () => current.current?.transfer.go(),
    /** Back to the form, after the end. */
    leave: forget,
  };
}
