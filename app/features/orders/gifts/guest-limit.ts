/** How many people a creator may invite to one product, counting open invitations and those ever taken. */
export const guestsPerProduct = 50;
