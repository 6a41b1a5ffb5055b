const day = 24 * 60 * 60_000;

/** A card payment can be disputed for a year, and the bank reports it within a month. */
export const eventBodyMonths = 13;

/** As long as the payment can be disputed. */
export const mailMonths = 13;

/** For an invitation's address, and a gift's address and message. */
export const guestMonths = 13;
/** As long as the payment can be disputed. */
export const accessMonths = 13;

/** After an erasure: five years from the first day of the next year (CTN art. 173, I). */
export const taxIdMonths = 72;

/** Two years can be compared. */
export const visitMonths = 25;

/** After its expiry. */
export const expiredLinkDays = 1;

export const downloadDays = 7;

/** A download's job is given up by then. */
export const failedDownloadMs = 4 * day;

// Per statement, and statements per round: the rest waits for the next hour.
export const rowsPerStep = 1_000;
export const stepsPerRound = 50;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

/** The 31st becomes the first days of the next month if it does not exist. */
export function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - months);
  return then;
}
