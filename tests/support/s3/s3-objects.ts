import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { noSuchUpload, S3Error } from "./s3-errors";
import type { NamedPart } from "./s3-xml";

/** The headers stored with an object. */
export type KeptHeaders = Record<string, string>;

export type StoredObject = {
  path: string;
  bytes: number;
  etag: string;
  modified: Date;
  headers: KeptHeaders;
};

type Received = { path: string; bytes: number; etag: string };
type OpenUpload = { key: string; headers: KeptHeaders; initiated: Date; parts: Map<number, Received> };

/** Minimum size of a part in bytes, except the last one. */
const smallestPart = 5 * 1024 * 1024;

export type S3Objects = ReturnType<typeof createObjects>;

/** The bucket: objects and open uploads, bytes in a folder, the rest in memory. */
export function createObjects(dir: string, clock: () => Date) {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, OpenUpload>();

  /** Stores a body; rejects one that differs from its declared SHA-256 (hex). */
  async function receive(body: Readable, sha256: string | undefined): Promise<Received> {
    const path = join(dir, randomUUID());
    const hashes = { md5: createHash("md5"), sha256: createHash("sha256") };
    let bytes = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        hashes.md5.update(chunk);
        hashes.sha256.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(body, measure, createWriteStream(path));
      if (sha256 !== undefined && hashes.sha256.digest("hex") !== sha256) {
        throw new S3Error(
          400,
          "XAmzContentSHA256Mismatch",
          "The provided 'x-amz-content-sha256' does not match.",
        );
      }
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, bytes, etag: `"${hashes.md5.digest("hex")}"` };
  }

  async function store(key: string, received: Received, headers: KeptHeaders): Promise<StoredObject> {
    const previous = objects.get(key);
    const object = { ...received, headers, modified: clock() };
    objects.set(key, object);
    if (previous) await rm(previous.path, { force: true });
    return object;
  }

  function uploadOf(key: string, uploadId: string): OpenUpload {
    const upload = uploads.get(uploadId);
    if (upload?.key !== key) throw noSuchUpload();
    return upload;
  }

  return {
    /** The bucket's settings, as stored. */
    settings: { cors: undefined, lifecycle: undefined } as Record<"cors" | "lifecycle", string | undefined>,
    /** Maximum uploads, or parts, on one page of a list. */
    pageSize: 1000,
    keys: () => [...objects.keys()].sort(),
    get: (key: string) => objects.get(key),
    openUploads: () =>
      [...uploads].map(([uploadId, { key, initiated, parts }]) => ({
        uploadId,
        key,
        initiated,
        parts: parts.size,
      })),

    async put(key: string, body: Readable, sha256: string | undefined, headers: KeptHeaders) {
      return store(key, await receive(body, sha256), headers);
    },

    async remove(key: string): Promise<void> {
      const object = objects.get(key);
      objects.delete(key);
      if (object) await rm(object.path, { force: true });
    },

    create(key: string, headers: KeptHeaders): string {
      const uploadId = randomUUID();
      uploads.set(uploadId, { key, headers, initiated: clock(), parts: new Map() });
      return uploadId;
    },

    partsOf: (key: string, uploadId: string) =>
      [...uploadOf(key, uploadId).parts]
        .map(([number, { bytes, etag }]) => ({ number, bytes, etag }))
        .sort((a, b) => a.number - b.number),

    async putPart(key: string, uploadId: string, number: number, body: Readable, sha256: string | undefined) {
      uploadOf(key, uploadId);
      const received = await receive(body, sha256);
      const { parts } = uploadOf(key, uploadId);
      const previous = parts.get(number);
      parts.set(number, received);
      if (previous) await rm(previous.path, { force: true });
      return received.etag;
    },

    async complete(key: string, uploadId: string, named: NamedPart[]): Promise<StoredObject> {
      const upload = uploadOf(key, uploadId);
      const parts = orderParts(upload.parts, named);
      const path = join(dir, randomUUID());
      for (const part of parts)
        await pipeline(createReadStream(part.path), createWriteStream(path, { flags: "a" }));
      uploads.delete(uploadId);
      await Promise.all([...upload.parts.values()].map((part) => rm(part.path, { force: true })));
      const digests = parts.map((part) => Buffer.from(part.etag.slice(1, -1), "hex"));
      const md5 = createHash("md5").update(Buffer.concat(digests)).digest("hex");
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      return store(key, { path, bytes, etag: `"${md5}-${parts.length}"` }, upload.headers);
    },

    async abort(key: string, uploadId: string): Promise<void> {
      const upload = uploadOf(key, uploadId);
      uploads.delete(uploadId);
      await Promise.all([...upload.parts.values()].map((part) => rm(part.path, { force: true })));
    },
  };
}

function orderParts(received: Map<number, Received>, named: NamedPart[]): Received[] {
  if (named.length === 0) throw new S3Error(400, "MalformedXML", "At least one part is needed.");
  return named.map(({ number, etag }, index) => {
    const part = received.get(number);
    if (!part || part.etag !== etag) throw new S3Error(400, "InvalidPart", "A part could not be found.");
    if (index > 0 && number <= (named[index - 1]?.number ?? 0)) {
      throw new S3Error(400, "InvalidPartOrder", "The list of parts was not in ascending order.");
    }
    if (index < named.length - 1 && part.bytes < smallestPart) {
      throw new S3Error(400, "EntityTooSmall", "A part is smaller than the minimum allowed size.");
    }
    return part;
  });
}
