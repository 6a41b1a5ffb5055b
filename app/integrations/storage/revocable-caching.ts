/**
 * `Cache-Control` of public files that a suspension or deletion withdraws. A browser may keep what it has shown for a
 * day; a cache that serves others asks again after a minute (RFC 9111, section 5.2.2.10), and then has nothing to
 * serve.
 */
export const revocableCaching = "public, max-age=86400, s-maxage=60";
