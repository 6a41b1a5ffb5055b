import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { uploadKeptDays } from "../../app/features/studio/uploads/upload-limits";
import { setUpBucket } from "../../app/integrations/storage/s3-setup.server";
import type { Storage } from "../../app/integrations/storage/storage";
import type { Env } from "../../app/platform/env.server";
import { about, type Finding } from "./finding";

/** Writes a small file, reads a part of it, and removes it. */
export async function checkStore(storage: Storage): Promise<Finding[]> {
  const key = `doctor/${randomUUID()}.bin`;
  const content = "0123456789";
  try {
    await storage.put(key, Readable.from([Buffer.from(content)]));
    const part = await storage.open(key, { range: { start: 2, end: 5 } });
    const read = part ? Buffer.concat(await part.body.toArray()).toString() : "nothing";
    const { ok, fail } = about("Files");
    return read === "2345"
      ? ok("written, read in part, removed")
      : fail(`a part of a file was read as ${read.length} other bytes`);
  } finally {
    await storage.remove(key);
  }
}

export async function checkBucketRules(env: Env): Promise<Finding[]> {
  if (!env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) return [];
  const settings = {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
  const { cors, lifecycle, tooSoon } = await setUpBucket(settings, {
    appUrl: env.APP_URL,
    uploadsKeptDays: uploadKeptDays,
    change: false,
  });
  const { ok, warn, fail } = about("Bucket");
  const missing = [
    ...(cors === "missing" ? ["CORS"] : []),
    ...(lifecycle === "missing" ? ["lifecycle"] : []),
  ];
  return [
    ...(missing.length > 0
      ? fail(`${missing.join(" and ")} not set: run storage-setup`)
      : ok("CORS and lifecycle are set")),
    ...tooSoon.flatMap((name) => warn(`rule "${name}" ends uploads too soon`)),
  ];
}
