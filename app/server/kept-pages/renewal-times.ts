/**
 * When a kept answer is renewed, in milliseconds: after `fresh` while it is still sent; `max` holds if a notice of a
 * change was lost. What renews all answers at once: `announce_shown_pages` (docs/database-functions.md).
 */
export const ages = { fresh: 10_000, max: 60_000 };

/** In milliseconds. How often a sale drops the answers, for its counts; other changes do so each time. */
export const betweenSales = 30_000;
