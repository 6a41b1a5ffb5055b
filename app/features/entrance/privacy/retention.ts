const day = 24 * 60 * 60_000;

/**
 * After how many months the body of a settled payment event is emptied. A card payment can be disputed for up to a
 * year; one month remains for the bank to say so.
 */
export const eventBodyMonths = 13;

/** After how many months a mail's record is deleted: as long as the payment that it is about can be disputed. */
export const mailMonths = 13;

/** After how many months the address of an invitation, and address and message of a gift, are emptied. */
export const guestMonths = 13;
/** After how many months an access to a video is deleted: as long as the payment for it can be disputed. */
export const accessMonths = 13;

/**
 * How many months after an erasure the tax number of a creator who earned something is deleted: five years, counted
 * from the first day of the next year (CTN art. 173, I).
 */
export const taxIdMonths = 72;

/** After how many months the sums of visits are deleted: two years can be compared. */
export const visitMonths = 25;

/** After how many days a recovery link that expired is deleted. */
export const expiredLinkDays = 1;

/** For how many days a download of one's own data stays. */
export const downloadDays = 7;

/** A download that was not ready after this time, in milliseconds, failed: its job is given up by then. */
export const failedDownloadMs = 4 * day;

/** Rows changed by one statement, and statements of one round: what is left waits for the next hour. */
export const rowsPerStep = 1_000;
export const stepsPerRound = 50;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

/**
 * Returns the same day of an earlier month; the 31st becomes the first days of the next month where it does not exist.
 */
export function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - months);
  return then;
}
