/**
 * Time after which a mail whose job was given up is queued again, in milliseconds. How often a job is attempted:
 * `job-attempts.ts`.
 */
export const requeueMs = 60 * 60_000;

/** Time after which a mail that could not be sent is given up, in milliseconds. */
export const givenUpMs = 14 * 24 * 60 * 60_000;
