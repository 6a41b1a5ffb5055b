/** A player that was opened longer ago than this and reports again begins a new entry of the access log. */
export const entryHours = 12;

/** Openings by one place within so many minutes are one entry. */
export const mergeMinutes = 5;

/** While a player plays, the time of its last sign is written this often, in seconds. */
export const touchSeconds = 15;
