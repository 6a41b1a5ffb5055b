/** The longest message of a gift, in characters. */
export const giftMessageLength = 500;
