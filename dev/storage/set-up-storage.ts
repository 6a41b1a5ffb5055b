/** `npm run storage:setup` (docs/operations.md) */
import { z } from "zod";
import { uploadKeptDays } from "../../app/features/studio/uploads/upload-limits";
import { setUpBucket } from "../../app/integrations/storage/s3-setup.server";

const text = z.string().trim().min(1);
const variables = z.object({
  APP_URL: z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin),
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_REGION: text.default("auto"),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
});

const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
const parsed = variables.safeParse(given);
if (!parsed.success) {
  const names = parsed.error.issues.map(({ path }) => {
    const name = String(path[0]);
    return `  ${name}: ${given[name] === undefined ? "missing" : "not as it should be"}`;
  });
  console.error(`Nothing was changed. These variables are needed (.env.example):\n${names.join("\n")}`);
  process.exit(2);
}
const env = parsed.data;
try {
  const { cors, lifecycle, tooSoon } = await setUpBucket(
    {
      bucket: env.S3_BUCKET,
      endpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    },
    { appUrl: env.APP_URL, uploadsKeptDays: uploadKeptDays },
  );
  console.log(`Bucket ${env.S3_BUCKET}:`);
  console.log(`  CORS: GET and HEAD with Range from ${env.APP_URL}: ${cors}`);
  console.log(`  Lifecycle: unfinished uploads end after ${uploadKeptDays + 1} days: ${lifecycle}`);
  for (const name of tooSoon)
    console.log(`  Beware: rule "${name}" ends them sooner; uploads are kept for ${uploadKeptDays} days.`);
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  console.error(`The store refused or did not answer: ${name}: ${message}`);
  console.error(
    "This needs s3:GetBucketCORS, s3:PutBucketCORS, s3:GetLifecycleConfiguration, s3:PutLifecycleConfiguration" +
      " (on R2 a token with admin rights on the bucket). Run again, it goes on from there.",
  );
  process.exit(1);
}
