import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
} from "@aws-sdk/client-s3";
import { type CorsRule, isSameRule, playbackRule, unfinishedRuleId, withPlaybackRule } from "./bucket-rules";
import { createS3Client, type S3Settings } from "./s3-client.server";

export interface BucketSetUp {
  /** "missing" only where nothing was to be changed. */
  cors: "set" | "unchanged" | "missing";
  lifecycle: "set" | "unchanged" | "missing";
  /** Names of others' rules that end unfinished uploads before the product gives them up. */
  tooSoon: string[];
}

/**
 * Sets what the product needs of its bucket: parts of objects may be read from the site's own pages, and uploads that
 * nobody finished are ended by the store itself, a day after the product gives them up (`uploadsKeptDays`). Rules of
 * others stay. Writes nothing where all is so already, or with `change: false`. Throws the SDK's errors.
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

/** A bucket without such settings is answered with an error of its own. */
async function unlessNone<T>(none: string, read: () => Promise<T[] | undefined>): Promise<T[]> {
  try {
    return (await read()) ?? [];
  } catch (error) {
    if (error instanceof Error && error.name === none) return [];
    throw error;
  }
}
