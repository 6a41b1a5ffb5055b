/** tus's `Upload-Metadata` in Cloudflare's spelling, keys in lower case; undefined if malformed. */
export function parseUploadMetadata(header: string | undefined): Map<string, string> | undefined {
  const entries = new Map<string, string>();
  for (const pair of (header ?? "").split(",").filter(Boolean)) {
    const match = /^([!-+\--~]+)(?: ([A-Za-z0-9+/]+={0,2}))?$/.exec(pair);
    if (!match?.[1]) return undefined;
    entries.set(match[1].toLowerCase(), Buffer.from(match[2] ?? "", "base64").toString("utf8"));
  }
  return entries;
}
