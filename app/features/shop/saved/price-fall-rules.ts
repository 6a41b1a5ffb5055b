/** A price has fallen if it is at most this share of the price before: less is not worth a mail. */
export const fallenShare = 0.95;

/** Between two mails about the price of one video to one person, in days. */
export const daysBetweenPriceMails = 7;
