/** How many times a gift can be sent to another address or taken back. */
export const maxGiftChanges = 20;

/**
 * Returns whether a person may take a gift back, or send it to somebody else: its giver, once it is paid and until
 * somebody took it. `notFound`: somebody else's gift, or its payment is not complete or was undone.
 */
export function mayTakeBack(
  gift: { consumer_id: string | null; status: string; taken_by: string | null },
  personId: string,
): { ok: true } | { ok: false; error: "notFound" | "taken" } {
  if (gift.consumer_id !== personId || gift.status !== "completed") return { ok: false, error: "notFound" };
  return gift.taken_by === null ? { ok: true } : { ok: false, error: "taken" };
}
