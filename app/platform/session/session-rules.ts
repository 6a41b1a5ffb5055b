/** Absolute lifetime of a session after sign-in, in days. */
export const sessionAbsoluteDays = 30;

/** A session expires when unused for this long, in days. */
export const sessionIdleDays = 7;

/**
 * The id before a proof of identity opens the session for this long, unless the new one is used earlier, in minutes.
 */
export const formerIdMinutes = 5;

/** Minimum interval between writes of `last_seen_at`, in minutes. */
export const sessionTouchMinutes = 10;
