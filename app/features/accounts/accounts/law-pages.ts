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
