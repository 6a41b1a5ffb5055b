import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
} from "@aws-sdk/client-s3";
import { createS3Client, type S3Settings } from "./s3-client.server";

/** In the S3 API's form. */
interface CorsRule {
  AllowedOrigins: string[] | undefined;
  AllowedMethods: string[] | undefined;
  AllowedHeaders?: string[] | undefined;
  ExposeHeaders?: string[] | undefined;
  MaxAgeSeconds?: number | undefined;
}

/** Reading parts. Browsers may not write: uploads pass through the server. */
function playbackRule(appUrl: string): CorsRule {
  return {
    AllowedOrigins: [appUrl],
    AllowedMethods: ["GET", "HEAD"],
    AllowedHeaders: ["Range", "If-Range"],
    ExposeHeaders: ["Accept-Ranges", "Content-Length", "Content-Range", "ETag"],
    MaxAgeSeconds: 86_400,
  };
}

/** Replaces the rules for our origin only. */
function withPlaybackRule(rules: readonly CorsRule[], appUrl: string): CorsRule[] {
  const ours = ({ AllowedOrigins }: CorsRule) => AllowedOrigins?.length === 1 && AllowedOrigins[0] === appUrl;
  return [...rules.filter((rule) => !ours(rule)), playbackRule(appUrl)];
}

/** Regardless of order and case. */
function isSameRule(a: CorsRule, b: CorsRule): boolean {
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

const unfinishedRuleId = "sabia-unfinished-uploads";

interface BucketSetUp {
  /** "missing" only with `change: false`. */
  cors: "set" | "unchanged" | "missing";
  lifecycle: "set" | "unchanged" | "missing";
  /** Others' rules that end unfinished uploads before the product does. */
  tooSoon: string[];
}

/**
 * Allows reads from the site's pages, and ends unfinished uploads a day after the product does (`uploadsKeptDays`). Keeps
 * others' rules. `change: false` writes nothing. Throws the SDK's errors.
 */
export async function setUpBucket(
  settings: S3Settings,
  { appUrl, uploadsKeptDays, change = true }: { appUrl: string; uploadsKeptDays: number; change?: boolean },
): Promise<BucketSetUp> {
  const client = createS3Client(settings);
  const Bucket = settings.bucket;
  const whenWrong = change ? "set" : "missing";
  try {
    const cors = await unlessNone("NoSuchCORSConfiguration", async () => {
      const { CORSRules } = await client.send(new GetBucketCorsCommand({ Bucket }));
      return CORSRules as CorsRule[] | undefined;
    });
    const corsIsRight = cors.some((rule) => isSameRule(rule, playbackRule(appUrl)));
    if (!corsIsRight && change) {
      const CORSRules = withPlaybackRule(cors, appUrl);
      await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
    }

    const rules = await unlessNone("NoSuchLifecycleConfiguration", async () => {
      return (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules;
    });
    const ours = unfinishedRule(uploadsKeptDays + 1);
    const others = rules.filter(({ ID }) => ID !== unfinishedRuleId);
    const lifecycleIsRight = rules.some((rule) => rule.ID === ours.ID && endsAfter(rule) === endsAfter(ours));
    if (!lifecycleIsRight && change) {
      const LifecycleConfiguration = { Rules: [...others, ours] };
      await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }));
    }
    return {
      cors: corsIsRight ? "unchanged" : whenWrong,
      lifecycle: lifecycleIsRight ? "unchanged" : whenWrong,
      tooSoon: others.filter((rule) => (endsAfter(rule) ?? uploadsKeptDays) < uploadsKeptDays).map(nameOf),
    };
  } finally {
    client.destroy();
  }
}

function unfinishedRule(days: number): LifecycleRule {
  return {
    ID: unfinishedRuleId,
    Status: "Enabled",
    Filter: { Prefix: "" },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: days },
  };
}

/** In days; undefined for a rule that is off or about something else. */
function endsAfter({ Status, AbortIncompleteMultipartUpload }: LifecycleRule): number | undefined {
  return Status === "Enabled" ? AbortIncompleteMultipartUpload?.DaysAfterInitiation : undefined;
}

function nameOf({ ID }: LifecycleRule): string {
  return ID ?? "?";
}

/** S3 answers a bucket without such settings with an error. */
async function unlessNone<T>(none: string, read: () => Promise<T[] | undefined>): Promise<T[]> {
  try {
    return (await read()) ?? [];
  } catch (error) {
    if (error instanceof Error && error.name === none) return [];
    throw error;
  }
}
