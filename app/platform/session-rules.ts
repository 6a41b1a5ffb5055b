/** A session ends this long after sign-in, however much it is used. */
export const sessionAbsoluteDays = 30;

/** A session ends when it has not been used for this long. */
export const sessionIdleDays = 7;

/** How stale `last_seen_at` may get before it is written again, in minutes: one write now and then, not one a request. */
export const sessionTouchMinutes = 10;
