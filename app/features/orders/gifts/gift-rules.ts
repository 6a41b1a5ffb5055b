/** How many times a gift can be sent to another address or taken back. */
export const maxGiftChanges = 20;

/** Only its giver may, once it is paid and until somebody took it. */
export function mayTakeBack(
  gift: { consumer_id: string | null; status: string; taken_by: string | null },
  personId: string,
): { ok: true } | { ok: false; error: "notFound" | "taken" } {
  if (gift.consumer_id !== personId || gift.status !== "completed") return { ok: false, error: "notFound" };
  return gift.taken_by === null ? { ok: true } : { ok: false, error: "taken" };
}

/** A gift's link expires when another link is sent. */
export function isGiftGone(gift: { status: string; link_version: number }, version: number): boolean {
  return gift.status !== "completed" || gift.link_version !== version;
}

/** A guest keeps a video that was deleted or suspended; nobody new gets it. */
export function isInvitationGone(invitation: {
  revoked_at: Date | null;
  is_closed: boolean;
  taken_by: string | null;
}): boolean {
  return invitation.revoked_at !== null || (invitation.is_closed && invitation.taken_by === null);
}

/** `ownedBy`: the giver and the creator, who must not take it. `yours`: this person took it before. */
export function decideTaking(
  { ownedBy, takenBy }: { ownedBy: readonly (string | null)[]; takenBy: string | null },
  personId: string,
): "free" | "own" | "yours" | "taken" {
  if (ownedBy.includes(personId)) return "own";
  if (takenBy === null) return "free";
  return takenBy === personId ? "yours" : "taken";
}

/** In characters. */
export const giftMessageLength = 500;

/** Open invitations and those ever taken. Also in the trigger `guest_invitations_limit` (0007-access), for concurrency. */
export const guestsPerProduct = 50;

/** Per creator, for all products together. */
export const invitationsADay = 200;

/** Of all creators together: many accounts must not become a way to send mail to strangers. */
export const allInvitationsADay = 2_000;
