import { useRef, useState } from "react";
import type { MessageKey } from "~/i18n/message-key";
import type { ShownDraft } from "./draft-fields";
import { makeDraft, sendDraftMedia } from "./send-media";
import type { useDraft } from "./use-draft";

type Media = Pick<ShownDraft, "thumbnailUrl" | "trailerName">;

/** Sends a chosen picture or trailer into the draft while the form is filled in. */
export function useDraftMedia(
  draft: Pick<ReturnType<typeof useDraft>, "id" | "sendBetween" | "nameAddress">,
  { thumbnailUrl, trailerName }: Media,
) {
  const [kept, setKept] = useState<Media>({
    ...(thumbnailUrl && { thumbnailUrl }),
    ...(trailerName && { trailerName }),
  });
  const [onItsWay, setOnItsWay] = useState<"thumbnail" | "trailer">();
  /** The newest choice of each field: an older one that arrives later is ignored. */
  const newest = useRef<{ thumbnail?: File; trailer?: File }>({});

  /**
   * Keeps a chosen file. Returns whether the draft has it, or why it was refused; undefined if it could not be kept
   * now: the form sends it.
   */
  async function keep(
    field: "thumbnail" | "trailer",
    file: File,
  ): Promise<{ ok: true } | { ok: false; error: MessageKey } | undefined> {
    newest.current[field] = file;
    setOnItsWay(field);
    const made = await draft.sendBetween(async (revision) =>
      revision > 0 ? ({ ok: true } as const) : makeDraft(draft.id),
    );
    const answer = made.ok ? await sendDraftMedia(draft.id, field, file) : undefined;
    if (newest.current[field] !== file) return undefined;
    setOnItsWay((present) => (present === field ? undefined : present));
    if (!answer?.ok) return answer?.error === "drafts.gone" ? undefined : answer;
    const { ok, ...media } = answer;
    setKept((before) => ({ ...before, ...media }));
    draft.nameAddress();
    return { ok };
  }

  return { kept, onItsWay, keep, forget: () => setKept({}) };
}
