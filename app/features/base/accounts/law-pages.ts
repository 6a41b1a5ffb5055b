/** The pages whose texts are in `texts/`, in the order of their links. */
export const lawPages = ["terms", "privacy", "help"] as const;

export type LawPage = (typeof lawPages)[number];

/** Returns the page at a path such as "/terms"; undefined for any other path. */
export function lawPageOf(path: string): LawPage | undefined {
  return lawPages.find((page) => path === `/${page}`);
}

/** The pages that people accept, and whose version is shown. */
export function isAccepted(page: LawPage): boolean {
  return page !== "help";
}

/**
 * The day from which the texts of `texts/` apply. A later day asks everyone to accept them at the next sign-in: set it
 * after a change that people must know of, not after a corrected typo.
 */
export const termsVersion = "2026-11-26";
