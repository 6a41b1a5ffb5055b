export interface OriginFacts {
  method: string;
  path: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
}

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/** Compared literally: `/webhooks/../logout` is another path once a route is chosen. */
export const signedPaths: ReadonlySet<string> = new Set([
  "/webhooks/stripe",
  "/webhooks/stream",
  "/unsubscribe",
]);

/**
 * Returns whether a state-changing request comes from our own pages (OWASP CSRF Cheat Sheet, "Verifying origin").
 * Every browser sends Origin on a POST, so a missing or `null` one is refused too; Sec-Fetch-Site, if sent, must
 * agree. Forwarded headers are ignored. Webhooks and one-click unsubscription (RFC 8058) are exempt because they are
 * signed.
 * `appOrigin`: such as "https://sabia.example".
 */
export function isFromOurPages(facts: OriginFacts, appOrigin: string): boolean {
  if (harmless.has(facts.method)) return true;
  if (facts.method === "POST" && signedPaths.has(facts.path)) return true;
  if (facts.secFetchSite !== undefined && facts.secFetchSite !== "same-origin") return false;
  return facts.origin === appOrigin;
}
