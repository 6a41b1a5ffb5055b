/** The longest message of a gift, in characters. */
export const giftMessageLength = 500;

/** How far ahead a gift can be sent, in days. */
export const giftDaysAhead = 365;
