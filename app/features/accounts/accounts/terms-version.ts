/**
 * The day from which the texts of `texts/` apply. A later day asks everyone to accept them at the next sign-in: set it
 * after a change that people must know of, not after a corrected typo.
 */
export const termsVersion = "2026-11-26";
