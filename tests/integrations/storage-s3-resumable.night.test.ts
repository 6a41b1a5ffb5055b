import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createS3Storage } from "~/integrations/storage/s3.server";
import { partSize } from "~/integrations/storage/s3-resumable.server";
import {
  ResumableWriteGone,
  type ResumableWrites,
  type Storage,
  StorageError,
} from "~/integrations/storage/storage";
import { type S3Server, startS3Server } from "../support/s3/s3-server";
import { bodyOf, bytesOf, failingBody, MiB, readAll, sha256, stalledBody } from "./storage-bodies";

const owner = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";
const data = bytesOf(12 * MiB + 1);

let server: S3Server;
let storage: Storage;
let resumable: ResumableWrites;
let count = 0;
const newKey = () => `${owner}/s3-resumable/${++count}.mp4`;

beforeAll(async () => {
  server = await startS3Server();
  // Shorter than a minute, and longer than a busy machine pauses.
  const timeouts = { connect: 1_000, idle: 1_000, answer: 1_000 };
  storage = createS3Storage({ ...server.settings, timeouts });
  resumable = storage.resumable;
});
afterEach(() => {
  server.heal();
  server.pageSize(1000);
});
afterAll(() => server.close());

async function expectWhole(key: string) {
  const found = await storage.open(key);
  expect(found && sha256(await readAll(found.body))).toBe(sha256(data));
  expect(server.keys().filter((name) => name.startsWith(key))).toEqual([key]);
  expect(server.openUploads().filter((upload) => upload.key === key)).toEqual([]);
}

test("all parts but the last have the same size for any interruptions", async () => {
  const write = await resumable.start(newKey(), data.length);
  let at = 0;
  for (const came of [3 * MiB, 4 * MiB, 1, 70_000]) {
    const cut = failingBody(data.subarray(at, at + came), new Error("cut"));
    await expect(resumable.append(write, at, cut)).rejects.toThrow("cut");
    at += came;
  }
  expect(server.openUploads()).toMatchObject([{ key: write.key, parts: 1 }]);
  await resumable.append(write, at, bodyOf(data.subarray(at)));
  expect(server.openUploads()).toMatchObject([{ key: write.key, parts: 3 }]);
  await resumable.finish(write);
  await expectWhole(write.key);
});

test("the parts are found through all pages of their list", async () => {
  server.pageSize(1);
  const write = await resumable.start(newKey(), data.length);
  await resumable.append(write, 0, bodyOf(data));
  expect(await resumable.offset(write)).toBe(data.length);
  await resumable.finish(write);
  await expectWhole(write.key);
});

test("a remainder left over from an earlier part is ignored", async () => {
  const write = await resumable.start(newKey(), data.length);
  const rest = 2 * MiB;
  await resumable.append(write, 0, bodyOf(data.subarray(0, rest)));
  // Another connection came further without it.
  await resumable.append(write, 0, bodyOf(data.subarray(0, partSize)));
  expect(await resumable.offset(write)).toBe(partSize);
  await resumable.append(write, partSize, bodyOf(data.subarray(partSize)));
  await resumable.finish(write);
  await expectWhole(write.key);
});

test("an upload of which the store says that no such key exists is gone", async () => {
  const write = await resumable.start(newKey(), data.length);
  await resumable.append(write, 0, bodyOf(data.subarray(0, 6 * MiB)));
  for (const operation of ["ListParts", "UploadPart", "GetObject", "AbortMultipartUpload"] as const)
    server.fail({ how: "no-key", operation });
  expect(await resumable.offset(write)).toBeUndefined();
  const rest = bodyOf(data.subarray(6 * MiB));
  await expect(resumable.append(write, 6 * MiB, rest)).rejects.toThrow(ResumableWriteGone);
  await expect(resumable.finish(write)).rejects.toThrow(ResumableWriteGone);
  await resumable.abandon(write);
});

describe("a failing S3", () => {
  test.each(["error", "drop", "hang"] as const)("is retried once for each call (%s)", async (how) => {
    const write = await resumable.start(newKey(), data.length);
    for (const operation of ["UploadPart", "PutObject", "ListParts", "CompleteMultipartUpload"] as const)
      server.fail({ how, operation, times: 1 });
    await resumable.append(write, 0, bodyOf(data.subarray(0, 6 * MiB)));
    await resumable.append(write, 6 * MiB, bodyOf(data.subarray(6 * MiB)));
    await resumable.finish(write);
    await expectWhole(write.key);
  });

  test.each(["error", "drop", "hang"] as const)(
    "that stays down (%s) throws StorageError, releases the body, and the write resumes at its offset",
    async (how) => {
      const write = await resumable.start(newKey(), data.length);
      await resumable.append(write, 0, bodyOf(data.subarray(0, 5 * MiB)));
      server.fail({ how });
      const body = stalledBody(data.subarray(5 * MiB, 11 * MiB));
      await expect(resumable.append(write, 5 * MiB, body)).rejects.toThrow(StorageError);
      expect(body.destroyed).toBe(true);
      await expect(resumable.offset(write)).rejects.toThrow(StorageError);
      await expect(resumable.finish(write)).rejects.toThrow(StorageError);
      await expect(resumable.abandon(write)).rejects.toThrow(StorageError);
      server.heal();
      expect(await resumable.offset(write)).toBe(5 * MiB);
      await resumable.append(write, 5 * MiB, bodyOf(data.subarray(5 * MiB)));
      await resumable.finish(write);
      await expectWhole(write.key);
    },
  );

  test("that lost every response to the completion has the object", async () => {
    const write = await resumable.start(newKey(), data.length);
    await resumable.append(write, 0, bodyOf(data));
    server.fail({ how: "lose-answer", operation: "CompleteMultipartUpload" });
    await resumable.finish(write);
    await expectWhole(write.key);
  });
});

test("at most one further part is read from the body while a part is sent", async () => {
  const write = await resumable.start(newKey(), 100 * MiB);
  server.fail({ how: "hang", operation: "UploadPart" });
  let given = 0;
  const body = stalledBody(Buffer.alloc(0));
  body._read = () => {
    given += MiB;
    body.push(Buffer.alloc(MiB));
  };
  await expect(resumable.append(write, 0, body)).rejects.toThrow(StorageError);
  expect(given).toBeLessThan(2 * partSize);
  server.heal();
  await resumable.abandon(write);
});
