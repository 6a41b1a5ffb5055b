/**
 * How many people a creator may invite to one product, counting open invitations and those ever taken. The trigger
 * `guest_invitations_limit` in `migrations/0007-access.ts` has the same number: two invitations at once pass no more.
 */
export const guestsPerProduct = 50;
