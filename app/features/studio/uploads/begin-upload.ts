import { videoSampleBytes } from "~/features/base/files/allowed-file-types";
import type { MessageKey } from "~/i18n/message-key";
import { markFile } from "./file-fingerprint";

export type Begun =
  /** `sendTo`: where the file is sent, if not to our own server. */
  | { ok: true; uploadId: string; sendTo?: string }
  /** Messages by field, for the form. */
  | { ok: false; errors: Record<string, MessageKey> }
  /** Title and reason of a failure, for the top of the form. */
  | { ok: false; failure: { step: MessageKey; reason: MessageKey } };

/**
 * Begins an upload from the filled form (`start-upload.server.ts`): all of it is sent but the video, of which only the
 * beginning goes.
 */
export async function beginUpload(form: HTMLFormElement, file: File): Promise<Begun> {
  const fields = new FormData(form);
  fields.delete("video");
  fields.set("videoName", file.name);
  fields.set("videoBytes", String(file.size));
  try {
    fields.set("videoMark", await markFile(file));
    fields.set("videoHead", new Blob([await file.slice(0, videoSampleBytes).arrayBuffer()]), "head");
  } catch {
    return { ok: false, errors: { video: "uploads.fileChanged" } };
  }
  try {
    const answer = await fetch("/creator/uploads", { method: "POST", body: fields, redirect: "manual" });
    // Without a session the server redirects to the login.
    if (answer.type === "opaqueredirect")
      return { ok: false, errors: { form: "uploads.sessionEndedBefore" } };
    return (await answer.json()) as Begun;
  } catch (error) {
    const offline = error instanceof TypeError;
    return { ok: false, errors: { form: offline ? "uploads.offlineBefore" : "uploads.serverFailed" } };
  }
}
