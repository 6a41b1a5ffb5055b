/** Part of a bucket's settings, in the S3 API's form. */
export interface CorsRule {
  AllowedOrigins: string[] | undefined;
  AllowedMethods: string[] | undefined;
  AllowedHeaders?: string[] | undefined;
  ExposeHeaders?: string[] | undefined;
  MaxAgeSeconds?: number | undefined;
}

/** Allows players on the site to read parts of an object. Browsers may not write: uploads pass through the server. */
export function playbackRule(appUrl: string): CorsRule {
  return {
    AllowedOrigins: [appUrl],
    AllowedMethods: ["GET", "HEAD"],
    AllowedHeaders: ["Range", "If-Range"],
    ExposeHeaders: ["Accept-Ranges", "Content-Length", "Content-Range", "ETag"],
    MaxAgeSeconds: 86_400,
  };
}

/** Returns the rules to set: replaces those for our origin alone, and keeps all others. */
export function withPlaybackRule(rules: readonly CorsRule[], appUrl: string): CorsRule[] {
  const ours = ({ AllowedOrigins }: CorsRule) => AllowedOrigins?.length === 1 && AllowedOrigins[0] === appUrl;
  return [...rules.filter((rule) => !ours(rule)), playbackRule(appUrl)];
}

/** Returns whether two rules allow the same, regardless of order and case. */
export function isSameRule(a: CorsRule, b: CorsRule): boolean {
  const text = (rule: CorsRule) =>
    JSON.stringify([
      ...[rule.AllowedOrigins, rule.AllowedMethods].map((list) => [...(list ?? [])].sort()),
      ...[rule.AllowedHeaders, rule.ExposeHeaders].map((list) =>
        (list ?? []).map((name) => name.toLowerCase()).sort(),
      ),
      rule.MaxAgeSeconds,
    ]);
  return text(a) === text(b);
}

export const unfinishedRuleId = "sabia-unfinished-uploads";
