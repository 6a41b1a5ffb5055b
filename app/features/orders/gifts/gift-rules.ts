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

/** Returns whether a gift's link gives nothing: its payment is not complete, or another link was sent since. */
export function isGiftGone(gift: { status: string; link_version: number }, version: number): boolean {
  return gift.status !== "completed" || gift.link_version !== version;
}

/**
 * Returns whether an invitation gives nothing. A guest keeps a video that was deleted or suspended; nobody new gets it.
 */
export function isInvitationGone(invitation: {
  revoked_at: Date | null;
  is_closed: boolean;
  taken_by: string | null;
}): boolean {
  return invitation.revoked_at !== null || (invitation.is_closed && invitation.taken_by === null);
}

/**
 * Decides whether a person may take what a gift or an invitation gives: once, and neither the giver nor the creator.
 * `ownedBy`: people who must not take it. `yours`: they took it before.
 */
export function decideTaking(
  { ownedBy, takenBy }: { ownedBy: readonly (string | null)[]; takenBy: string | null },
  personId: string,
): "free" | "own" | "yours" | "taken" {
  if (ownedBy.includes(personId)) return "own";
  if (takenBy === null) return "free";
  return takenBy === personId ? "yours" : "taken";
}

/** The longest message of a gift, in characters. */
export const giftMessageLength = 500;

/**
 * How many people a creator may invite to one product, counting open invitations and those ever taken. The trigger
 * `guest_invitations_limit` in `migrations/0007-access.ts` has the same number: two invitations at once pass no more.
 */
export const guestsPerProduct = 50;

/** Limit of invitations per creator and day, for all products together. */
export const invitationsADay = 200;

/**
 * Limit of invitations of all creators together per day. They go to addresses that creators type, so that many accounts
 * must not become a way to send mail to strangers.
 */
export const allInvitationsADay = 2_000;
