import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createS3Storage } from "~/integrations/storage/s3.server";
import { type Storage, StorageError } from "~/integrations/storage/storage";
import { failureOf } from "../support/failure-of";
import { type S3Fault, type S3Operation, type S3Server, startS3Server } from "../support/s3/s3-server";
import { bodyOf, bytesOf, MiB, readAll, stalledBody } from "./storage-bodies";

const key = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/videos/one.mp4";
const small = bytesOf(1000);
const large = bytesOf(20 * MiB);

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server.close());

const storageOf = (settings = {}) => createS3Storage({ ...server.settings, ...settings });
/** Has a short timeout for a store that hangs, the default for any other. */
const storageFor = (how: S3Fault) => storageOf(how === "hang" ? { timeouts: { idle: 600 } } : {});
const operations = () => server.calls().map(({ operation }) => operation);

describe("a request to S3", () => {
  test("is a single one for a body of up to one part", async () => {
    await storageOf().put(key, bodyOf(bytesOf(8 * MiB)));
    expect(operations()).toEqual(["PutObject"]);
  });

  test("sends a larger body in parts of 8 MiB", async () => {
    await storageOf().put(key, bodyOf(large));
    expect(operations()).toEqual([
      "CreateMultipartUpload",
      "UploadPart",
      "UploadPart",
      "UploadPart",
      "CompleteMultipartUpload",
    ]);
  });

  test("is followed by an abort of the upload if aborted between two parts", async () => {
    const abort = new AbortController();
    const body = stalledBody(bytesOf(9 * MiB));
    const put = storageOf().put(key, body, { signal: abort.signal });
    put.catch(() => {});
    await until(() => server.openUploads()[0]?.parts === 1);
    abort.abort(new Error("gone"));
    await expect(put).rejects.toThrow("gone");
    expect(operations().at(-1)).toBe("AbortMultipartUpload");
    expect(server.openUploads()).toEqual([]);
    expect(server.keys()).toEqual([]);
  });

  test.each([
    ["PutObject", small],
    ["CompleteMultipartUpload", large],
  ] as const)("is undone if it is aborted during %s, which then succeeds", async (operation, bytes) => {
    const abort = new AbortController();
    server.fail({ operation, how: "hang", times: 1 });
    const put = storageFor("hang").put(key, bodyOf(bytes), { signal: abort.signal });
    put.catch(() => {});
    await until(() => operations().includes(operation));
    abort.abort(new Error("gone"));
    await expect(put).rejects.toThrow("gone");
    expect(operations().filter((name) => name === operation)).toHaveLength(2);
    expect(server.keys()).toEqual([]);
    expect(server.openUploads()).toEqual([]);
  });

  test("has the bucket in the path of a given endpoint, and in the host at AWS", () => {
    expect(storageOf().linkOrigin).toBe(server.settings.endpoint);
    const aws = createS3Storage({ ...server.settings, endpoint: undefined, region: "sa-east-1" });
    expect(aws.linkOrigin).toBe("https://videos.s3.sa-east-1.amazonaws.com");
  });

  test("links to the named origin at AWS", async () => {
    const aws = createS3Storage({ ...server.settings, endpoint: undefined, region: "sa-east-1" });
    const grant = { viewerId: "viewer", expiresAt: new Date(Date.now() + 60_000) };
    expect(new URL(await aws.signedUrl(key, grant)).origin).toBe(aws.linkOrigin);
  });
});

const steps: [S3Operation, Buffer][] = [
  ["PutObject", small],
  ["CreateMultipartUpload", large],
  ["UploadPart", large],
  ["CompleteMultipartUpload", large],
];

/**
 * Every step with every fault; in ordinary runs with every second one, so that each step and each fault occurs twice.
 */
function stepsWith(faults: readonly S3Fault[]) {
  return steps.flatMap(([step, bytes], nth) =>
    faults.filter((_, at) => (at + nth) % 2 === 0).map((how) => [step, how, bytes] as const),
  );
}

describe("a single failure of S3 is retried", () => {
  test.each(stepsWith(["error", "drop", "hang"]))("at %s: %s", async (operation, how, bytes) => {
    server.fail({ operation, how, times: 1 });
    expect(await storageFor(how).put(key, bodyOf(bytes))).toEqual({ bytes: bytes.length });
    expect(server.keys()).toEqual([key]);
    expect(server.openUploads()).toEqual([]);
  });

  test("at a lost response to CompleteMultipartUpload, whose repetition finds no such upload", async () => {
    server.fail({ operation: "CompleteMultipartUpload", how: "lose-answer", times: 1 });
    expect(await storageOf().put(key, bodyOf(large))).toEqual({ bytes: large.length });
    expect(server.keys()).toEqual([key]);
    expect(server.openUploads()).toEqual([]);
  });

  test("at a lost response to the creation of an upload, which is swept later", async () => {
    server.fail({ operation: "CreateMultipartUpload", how: "lose-answer", times: 1 });
    const storage = storageOf();
    await storage.put(key, bodyOf(large));
    expect(server.openUploads()).toHaveLength(1);
    expect(await storage.sweepTemporary(new Date(Date.now() - 60_000))).toBe(0);
    expect(server.openUploads()).toHaveLength(1);
    expect(await storage.sweepTemporary(new Date(Date.now() + 60_000))).toBe(1);
    expect(server.openUploads()).toEqual([]);
    expect(server.keys()).toEqual([key]);
  });
});

describe("an S3 that stays down throws StorageError and leaves nothing", () => {
  const faults: S3Fault[] = ["error", "drop", "hang", "lose-answer"];
  // An object completed whose answer was lost is there: see above.
  const failing = stepsWith(faults).filter(
    ([operation, how]) => !(operation === "CompleteMultipartUpload" && how === "lose-answer"),
  );
  test.each(failing)("for a put at %s: %s", async (operation, how, bytes) => {
    server.fail({ operation, how });
    const body = bodyOf(bytes);
    const failure = await failureOf(storageFor(how).put(key, body));
    expect(failure).toBeInstanceOf(StorageError);
    expect(failure).toMatchObject({ reason: "unavailable" });
    expect(body.destroyed).toBe(true);
    expect(server.keys()).toEqual([]);
    expect(server.openUploads()).toEqual([]);
  });

  test.each(["error", "drop", "hang"] as const)(
    "for the second part with a stalled body: %s",
    async (how) => {
      server.fail({ operation: "UploadPart", how, after: 1 });
      const body = stalledBody(bytesOf(17 * MiB));
      await expect(storageFor(how).put(key, body)).rejects.toThrow(StorageError);
      expect(body.destroyed).toBe(true);
      expect(server.openUploads()).toEqual([]);
    },
  );

  test.each(faults)("for find, open, remove and sweep: %s", async (how) => {
    const storage = storageFor(how);
    await storage.put(key, bodyOf(small));
    server.fail({ how });
    await expect(storage.find(key)).rejects.toThrow(StorageError);
    await expect(storage.open(key)).rejects.toThrow(StorageError);
    await expect(storage.sweepTemporary(new Date())).rejects.toThrow(StorageError);
    if (how !== "lose-answer") await expect(storage.remove(key)).rejects.toThrow(StorageError);
    server.heal();
    expect(await storage.find(key)).toMatchObject({ bytes: 1000 });
  });

  test("and a failing body throws its own error even if the clean-up fails, which the sweep repeats", async () => {
    server.fail({ operation: "AbortMultipartUpload", how: "error" });
    const storage = storageOf();
    const error = new Error("larger than allowed");
    expect(await breakOff(storage, key, error)).toBe(error);
    server.heal();
    expect(server.openUploads()).toHaveLength(1);
    expect(await storage.sweepTemporary(new Date(Date.now() + 60_000))).toBe(1);
    expect(server.openUploads()).toEqual([]);
  });

  test("and an object that breaks off midway does not end as if complete", async () => {
    const storage = storageOf();
    await storage.put(key, bodyOf(large));
    server.fail({ operation: "GetObject", how: "truncate" });
    const found = await storage.open(key);
    await expect(found && readAll(found.body)).rejects.toThrow();
  });

  test("also on a closed port", async () => {
    const storage = storageOf({ endpoint: "http://127.0.0.1:1" });
    await expect(storage.put(key, bodyOf(small))).rejects.toThrow(StorageError);
    await expect(storage.find(key)).rejects.toThrow(StorageError);
  });

  test.each([
    ["secret", { secretAccessKey: "wrong" }],
    ["key id", { accessKeyId: "AKIAWRONG" }],
    ["region", { region: "eu-west-1" }],
    ["bucket", { bucket: "another" }],
  ])("also with a wrong %s, which is not a missing object", async (_name, settings) => {
    const storage = storageOf(settings);
    await expect(storage.put(key, bodyOf(small))).rejects.toThrow(StorageError);
    await expect(storage.open(key)).rejects.toThrow(StorageError);
    expect(server.keys()).toEqual([]);
  });
});

test("sweeping S3 reads all pages", async () => {
  const storage = storageOf();
  server.fail({ operation: "AbortMultipartUpload", how: "error" });
  for (let index = 0; index < 3; index += 1) await breakOff(storage, `many/${index}.mp4`, new Error("cut"));
  expect(server.openUploads()).toHaveLength(3);
  server.heal();
  server.pageSize(2);
  expect(await storage.sweepTemporary(new Date(Date.now() + 60_000))).toBe(3);
  expect(operations().filter((name) => name === "ListMultipartUploads")).toHaveLength(2);
  expect(server.openUploads()).toEqual([]);
});

/** Puts a body that fails after its first part. Returns the error of the put. */
async function breakOff(storage: Storage, to: string, error: Error): Promise<unknown> {
  const body = stalledBody(bytesOf(9 * MiB));
  const put = failureOf(storage.put(to, body));
  await until(() => server.openUploads().some((upload) => upload.key === to && upload.parts === 1));
  body.destroy(error);
  return put;
}

/** Waits for what another process's turn will bring about; the test's own limit ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
