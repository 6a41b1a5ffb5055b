/** Accepts only our own paths: what a browser could read as another site (`//host`, `/\host`) returns `fallback`. */
export function parseRedirectTarget(raw: string | null | undefined, fallback: string): string {
  if (!raw || raw.length > 500) return fallback;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused
  if (!/^\/(?![/\\])/.test(raw) || /[\\\u0000-\u0020\u007f]/.test(raw)) return fallback;
  const base = "http://sabia.invalid";
  if (!URL.canParse(raw, base)) return fallback;
  const url = new URL(raw, base);
  if (url.origin !== base || decodedStartsOutside(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/** `/%2F/evil.example` and similar: safe here, but not behind a proxy that decodes once more. */
function decodedStartsOutside(path: string): boolean {
  return /^\/+(%2f|%5c)/i.test(path) || path.startsWith("//");
}
