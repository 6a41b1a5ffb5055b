/** Part of a bucket's settings, as the S3 API says it: what is there is kept, whatever else it holds. */
export interface CorsRule {
  AllowedOrigins: string[] | undefined;
  AllowedMethods: string[] | undefined;
  AllowedHeaders?: string[] | undefined;
  ExposeHeaders?: string[] | undefined;
  MaxAgeSeconds?: number | undefined;
}

/** Players on the site may read parts of an object; nobody may write from a browser: uploads pass through the server. */
export function playbackRule(appUrl: string): CorsRule {
  return {
    AllowedOrigins: [appUrl],
    AllowedMethods: ["GET", "HEAD"],
    AllowedHeaders: ["Range", "If-Range"],
    ExposeHeaders: ["Accept-Ranges", "Content-Length", "Content-Range", "ETag"],
    MaxAgeSeconds: 86_400,
  };
}

/** Gives the rules to have: ours in the place of those for our origin alone, everybody else's as they are. */
export function withPlaybackRule(rules: readonly CorsRule[], appUrl: string): CorsRule[] {
  const ours = ({ AllowedOrigins }: CorsRule) => AllowedOrigins?.length === 1 && AllowedOrigins[0] === appUrl;
  return [...rules.filter((rule) => !ours(rule)), playbackRule(appUrl)];
}

/** Whether two rules allow the same, whatever the order and case that a store gives them back in. */
export function saysTheSame(a: CorsRule, b: CorsRule): boolean {
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

/** The name of our lifecycle rule. */
export const unfinishedRuleId = "sabia-unfinished-uploads";
