export const lawPages = ["terms", "privacy", "help"] as const;

export type LawPage = (typeof lawPages)[number];

export function lawPageOf(path: string): LawPage | undefined {
  return lawPages.find((page) => path === `/${page}`);
}

/** Pages that people accept, with a version. */
export function isAccepted(page: LawPage): boolean {
  return page !== "help";
}

/** The day from which `texts/` apply. A later day asks everyone to accept again: not for a corrected typo. */
export const termsVersion = "2026-11-26";
