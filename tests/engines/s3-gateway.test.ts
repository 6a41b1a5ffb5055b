/**
 * The storage contract on a real S3 store, such as Ceph's RADOS gateway. `SABIA_S3_ENV` names a file with its settings,
 * one `S3_…=` a line. In the long tests.
 */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { ListMultipartUploadsCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { createS3Storage } from "~/integrations/storage/s3.server";
import { createS3Client } from "~/integrations/storage/s3-client.server";
import { withReason } from "../deploy/skip-reason";
import { bodyOf } from "../integrations/storage-bodies";
import { stores, type TriedStore } from "../integrations/storage-stores";

const { SABIA_S3_ENV: file } = process.env;
const reason = file ? undefined : "SABIA_S3_ENV names no file with the settings of a store";
const env = file ? parseEnv(readFileSync(file, "utf8")) : {};
const settings = {
  endpoint: env.S3_ENDPOINT,
  bucket: env.S3_BUCKET ?? "",
  region: env.S3_REGION ?? "auto",
  accessKeyId: env.S3_ACCESS_KEY_ID ?? "",
  secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? "",
};

async function tryGateway(): Promise<TriedStore> {
  const client = createS3Client(settings);
  const { bucket: Bucket } = settings;
  return {
    storage: createS3Storage(settings),
    // The clock of a real store is its own: the contract of links is tried on the others.
    setTime() {},
    keys: async () =>
      ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key ?? ""),
    halfWritten: async () =>
      ((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).map(
        ({ Key }) => Key ?? "",
      ),
    addressOf: (link) => link,
    close: async () => client.destroy(),
  };
}

describe.skipIf(reason)(withReason("a real S3 store", reason), async () => {
  test("opens a signed link until it expires, and none that was altered", async () => {
    const key = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/linked.mp4";
    await createS3Storage(settings).put(key, bodyOf(Buffer.from("hello")));
    const linkAt = (ageSeconds: number) => {
      const now = Date.now() - ageSeconds * 1000;
      const grant = { viewerId: "viewer", expiresAt: new Date(now + 60_000) };
      return createS3Storage({ ...settings, clock: () => new Date(now) }).signedUrl(key, grant);
    };
    const statusOf = async (link: string) => (await fetch(link)).status;
    expect(await statusOf(await linkAt(0))).toBe(200);
    expect(await statusOf(await linkAt(61))).toBe(403);
    expect(await statusOf((await linkAt(0)).replace(/.$/, (end) => (end === "0" ? "1" : "0")))).toBe(403);
  });

  test("refuses a wrong secret", async () => {
    const storage = createS3Storage({ ...settings, secretAccessKey: "wrong" });
    await expect(storage.put("wrong/secret.mp4", bodyOf(Buffer.from("x")))).rejects.toThrow("put");
  });

  if (reason) return;
  stores.splice(0, stores.length, ["a real S3 store", tryGateway]);
  await import("../integrations/storage.test");
  await import("../integrations/storage-resumable.test");
});
