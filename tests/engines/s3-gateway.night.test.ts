/** The storage contract on a real S3 store, Ceph's RADOS gateway, which is then killed and hangs. */
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { afterAll, describe, expect, test } from "vitest";
import { uploadKeptDays } from "~/features/studio/uploads/upload-limits";
import { createS3Storage } from "~/integrations/storage/s3.server";
import { setUpBucket } from "~/integrations/storage/s3-setup.server";
import { StorageError } from "~/integrations/storage/storage";
import { findSkipReason, withReason } from "../deploy/skip-reason";
import { bodyOf } from "../integrations/storage-bodies";
import { stores, type TriedStore } from "../integrations/storage-stores";
import { gatewayNeeds, startRadosGateway } from "../support/rados-gateway";
import { appUrl } from "../support/test-services";

const reason = await findSkipReason(gatewayNeeds);

describe.skipIf(reason)(withReason("a real S3 store", reason), async () => {
  if (reason) return;
  const gateway = await startRadosGateway();
  afterAll(() => gateway.stop());
  const { settings, client } = gateway;
  const folder = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";

  let buckets = 0;
  async function tryGateway(): Promise<TriedStore> {
    buckets += 1;
    const Bucket = `contract-${buckets}`;
    await client.send(new CreateBucketCommand({ Bucket }));
    return {
      storage: createS3Storage({ ...settings, bucket: Bucket }),
      // The clock of a real store is its own: the contract of links is tried on the others.
      setTime() {},
      keys: async () =>
        ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(
          ({ Key }) => Key ?? "",
        ),
      halfWritten: async () =>
        ((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).map(
          ({ Key }) => Key ?? "",
        ),
      addressOf: (link) => link,
      close: async () => {},
    };
  }

  test("takes the rules of a bucket, and has them afterwards", async () => {
    const setUp = () => setUpBucket(settings, { appUrl, uploadsKeptDays: uploadKeptDays, change: true });
    expect(await setUp()).toMatchObject({ cors: "set", lifecycle: "set" });
    expect(await setUp()).toMatchObject({ cors: "unchanged", lifecycle: "unchanged" });
  });

  test("opens a signed link until it expires, and none that was altered", async () => {
    const key = `${folder}/linked.mp4`;
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

  stores.splice(0, stores.length, ["a real S3 store", tryGateway]);
  await import("../integrations/storage.test");
  await import("../integrations/storage-resumable.test");

  // At the end: Ceph waits half a minute for a gateway that died.
  test.each([
    ["hangs", "SIGSTOP", async (): Promise<void> => void gateway.signal("SIGCONT")],
    ["is killed", "SIGKILL", (): Promise<void> => gateway.revive()],
  ] as const)(
    "ends a chunk and a look-up while the gateway %s, and goes on afterwards",
    async (_, signal, end) => {
      const storage = createS3Storage(settings);
      const file = Buffer.alloc(6 * 1024 * 1024, 7);
      const write = await storage.resumable.start(`${folder}/resumed.mp4`, file.length);
      gateway.signal(signal);
      const failed = await Promise.allSettled([
        storage.resumable.append(write, 0, bodyOf(file)),
        storage.find(`${folder}/linked.mp4`),
      ]);
      for (const each of failed)
        expect(each).toMatchObject({ status: "rejected", reason: expect.any(StorageError) });
      await end();
      const offset = (await storage.resumable.offset(write)) ?? 0;
      await storage.resumable.append(write, offset, bodyOf(file.subarray(offset)));
      expect(await storage.resumable.offset(write)).toBe(file.length);
    },
  );
});
