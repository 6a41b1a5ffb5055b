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
