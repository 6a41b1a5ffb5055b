/** What of a request the check looks at. */
export interface OriginFacts {
  method: string;
  path: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
}

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/** To the letter: `/webhooks/../logout` is another address by the time a route is chosen. */
const signed = new Set(["/webhooks/stripe", "/webhooks/stream"]);

/**
 * Decides whether a changing request comes from our own pages (OWASP CSRF Cheat Sheet, "Verifying origin").
 * Every browser sends Origin on a POST, so a missing or `null` one is refused too; Sec-Fetch-Site, where sent,
 * must agree. No forwarded header is asked. Webhooks carry a signature instead and are exempt.
 * Takes the facts and our own origin, such as "https://sabia.example".
 */
export function isFromOurPages(facts: OriginFacts, appOrigin: string): boolean {
  if (harmless.has(facts.method)) return true;
  if (facts.method === "POST" && signed.has(facts.path)) return true;
  if (facts.secFetchSite !== undefined && facts.secFetchSite !== "same-origin") return false;
  return facts.origin === appOrigin;
}
