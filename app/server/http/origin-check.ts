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
 * HEAD and OPTIONS of Remix's data (`.data`) change nothing, but Remix handles them as changing requests and fails on a
 * foreign Origin: where one is sent, it must be ours.
 * `appOrigin`: such as "https://sabia.example".
 */
export function isFromOurPages(facts: OriginFacts, appOrigin: string): boolean {
  if (harmless.has(facts.method)) {
    const checked = facts.method !== "GET" && facts.path.endsWith(".data") && facts.origin !== undefined;
    return !checked || facts.origin === appOrigin;
  }
  if (facts.method === "POST" && signed.has(facts.path)) return true;
  if (facts.secFetchSite !== undefined && facts.secFetchSite !== "same-origin") return false;
  return facts.origin === appOrigin;
}
