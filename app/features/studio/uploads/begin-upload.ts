import { videoSampleBytes } from "~/features/base/files/accepted-files";
import type { MessageKey } from "~/i18n/message-key";
import { markFile } from "./file-fingerprint";

export type Begun =
  /** `sendTo`: where the file is sent, if not to our own server. `revision`: of the draft that the request made. */
  | { ok: true; uploadId: string; sendTo?: string; revision?: number }
  /** Messages by field, for the form. */
  | { ok: false; errors: Record<string, MessageKey> }
  /** Title and reason of a failure, for the top of the form. */
  | { ok: false; failure: { step: MessageKey; reason: MessageKey } };

/**
 * Begins an upload from the fields of the filled form (`start-upload.server.ts`): all are sent but the video, of which
 * only the beginning goes.
 */
export async function beginUpload(fields: FormData, file: File): Promise<Begun> {
  fields.delete("video");
  // The draft's own file, which this one replaces.
  fields.delete("uploadId");
  return (await describeFile(file, fields)) ?? ask("/creator/uploads", fields);
}

/** Begins the upload of a draft's file as soon as it is chosen (`hold-upload.server.ts`). */
export async function holdFile(file: File, draft: { id: string; revision: number }): Promise<Begun> {
  const fields = new FormData();
  fields.set("draftId", draft.id);
  fields.set("draftRevision", String(draft.revision));
  return (await describeFile(file, fields)) ?? ask("/creator/uploads?hold", fields);
}

/** Sends the fields of the filled form of a file that is on its way, or at the server, already. */
export async function releaseFile(fields: FormData, uploadId: string): Promise<Begun> {
  fields.delete("video");
  fields.set("uploadId", uploadId);
  return ask("/creator/uploads", fields);
}

/** Adds what the server asks about a file before it is sent. Returns the problem of one that cannot be read. */
async function describeFile(file: File, fields: FormData): Promise<Begun | undefined> {
  fields.set("videoName", file.name);
  fields.set("videoBytes", String(file.size));
  try {
    fields.set("videoMark", await markFile(file));
    fields.set("videoHead", new Blob([await file.slice(0, videoSampleBytes).arrayBuffer()]), "head");
    return undefined;
  } catch {
    return { ok: false, errors: { video: "uploads.fileChanged" } };
  }
}

async function ask(path: string, fields: FormData): Promise<Begun> {
  try {
    const answer = await fetch(path, { method: "POST", body: fields, redirect: "manual" });
    // Without a session the server redirects to the login.
    if (answer.type === "opaqueredirect")
      return { ok: false, errors: { form: "uploads.sessionEndedBefore" } };
    return (await answer.json()) as Begun;
  } catch (error) {
    const offline = error instanceof TypeError;
    return { ok: false, errors: { form: offline ? "uploads.offlineBefore" : "uploads.serverFailed" } };
  }
}
