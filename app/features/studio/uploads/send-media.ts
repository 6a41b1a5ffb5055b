import type { KeptMedia } from "./draft-fields";
import type { MadeDraft } from "./draft-saver";

/** Makes a draft for a picture or trailer that is chosen before anything was typed. */
export async function makeDraft(draftId: string): Promise<MadeDraft> {
  const made = await post<MadeDraft>(draftId, new URLSearchParams({ intent: "make" }));
  return made ?? { ok: false, error: "gone" };
}

/** Sends a picture or trailer into its draft. Returns undefined if the server could not keep it now. */
export async function sendDraftMedia(
  draftId: string,
  field: "thumbnail" | "trailer",
  file: File,
): Promise<KeptMedia | undefined> {
  const body = new FormData();
  body.set(field, file);
  return post<KeptMedia>(draftId, body);
}

async function post<Answer>(draftId: string, body: URLSearchParams | FormData): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`/creator/drafts/${draftId}`, { method: "POST", body, redirect: "manual" });
    const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    return isJson ? ((await answer.json()) as Answer) : undefined;
  } catch {
    return undefined;
  }
}
