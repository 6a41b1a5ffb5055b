import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { contentTypeOf } from "./file-headers";
import { isUploadGone, listParts, type UploadedPart } from "./s3-put.server";
import {
  type ObjectFacts,
  type ResumableWrite,
  ResumableWriteGone,
  type ResumableWrites,
  StorageError,
  toStorageError,
} from "./storage";

/** S3's minimum. All parts but the last have this size: R2 demands equal ones, and a part's number follows from the offset. */
export const partSize = 5 * 1024 * 1024;

/** Metadata of a remainder: its part's number. */
const partName = "part";

type Settings = {
  client: S3Client;
  bucket: string;
  find(key: string): Promise<ObjectFacts | undefined>;
  assertKey(key: string): void;
};

/**
 * A multipart upload, whose id is the handle. A part is gathered in memory; the bytes of an incomplete one are stored as
 * an object beside the final one, with the part's number. (@tus/s3-store would complete a swept upload, damage a file
 * that two servers receive at once, and lose the remainder.)
 */
export function createS3Resumable({ client, bucket, find, assertKey }: Settings): ResumableWrites {
  const targetOf = ({ key, handle }: ResumableWrite) => ({ Bucket: bucket, Key: key, UploadId: handle });
  const restOf = ({ key }: ResumableWrite) => ({ Bucket: bucket, Key: `${key}.rest` });
  const removeRest = (write: ResumableWrite) => client.send(new DeleteObjectCommand(restOf(write)));
  const partsOf = async (write: ResumableWrite) => {
    const parts = await listParts(client, targetOf(write));
    return parts && wholeParts(parts, write.bytes);
  };

  const readRest = async (write: ResumableWrite, part: number, bytes: number): Promise<Buffer> => {
    if (bytes === 0) return Buffer.alloc(0);
    try {
      const { Body, Metadata } = await client.send(new GetObjectCommand(restOf(write)));
      const rest = Body instanceof Readable ? await buffer(Body) : undefined;
      if (rest?.length === bytes && Metadata?.[partName] === String(part)) return rest;
      throw new StorageError("unavailable", "append", "another remainder");
    } catch (error) {
      if (await partsOf(write)) throw error;
      throw new ResumableWriteGone("no such upload", { cause: error });
    }
  };

  const keepRest = async (write: ResumableWrite, part: number, data: Buffer) => {
    const Metadata = { [partName]: String(part) };
    await client.send(new PutObjectCommand({ ...restOf(write), Body: data, Metadata }));
    // Otherwise the remainder of an abandoned upload would stay for ever.
    if (await partsOf(write)) return;
    await removeRest(write);
    throw new ResumableWriteGone("no such upload");
  };

  const findRestLength = async (write: ResumableWrite, part: number): Promise<number> => {
    try {
      const rest = await client.send(new HeadObjectCommand(restOf(write)));
      return rest.Metadata?.[partName] === String(part) ? (rest.ContentLength ?? 0) : 0;
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return 0;
      throw error;
    }
  };

  return {
    async start(key, bytes) {
      assertKey(key);
      const command = new CreateMultipartUploadCommand({
        Bucket: bucket,
        Key: key,
        ContentType: contentTypeOf(key),
        CacheControl: "private, max-age=3600",
        ContentDisposition: "inline",
      });
      const { UploadId } = await atStore("start", () => client.send(command));
      if (!UploadId) throw new StorageError("unavailable", "start", "no upload id");
      return { key, bytes, handle: UploadId };
    },

    async offset(write) {
      return atStore("offset", async () => {
        const parts = await partsOf(write);
        if (!parts) return (await find(write.key))?.bytes === write.bytes ? write.bytes : undefined;
        const stored = lengthOf(parts);
        return stored < write.bytes ? stored + (await findRestLength(write, parts.length + 1)) : stored;
      });
    },

    async append(write, offset, body) {
      let number = Math.floor(offset / partSize) + 1;
      let position = (number - 1) * partSize;
      let end = offset;
      try {
        let rest = await atStore("append", () => readRest(write, number, offset - position));
        for await (const piece of cutInPieces(body, partSize, partSize - rest.length)) {
          const data = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
          rest = Buffer.alloc(0);
          end = position + data.length;
          if (end > write.bytes) throw new RangeError("the body goes past the end");
          if (data.length < partSize && end < write.bytes) {
            await atStore("append", () => keepRest(write, number, data));
            continue;
          }
          const part = { ...targetOf(write), PartNumber: number, Body: data };
          await atStore("append", () => client.send(new UploadPartCommand(part)));
          number += 1;
          position = end;
        }
      } finally {
        body.destroy();
      }
      return end;
    },

    async finish(write) {
      await atStore("finish", async () => {
        const parts = await partsOf(write);
        if (parts && lengthOf(parts) < write.bytes) throw new RangeError("the object is not whole");
        try {
          if (!parts) throw new ResumableWriteGone("no such upload");
          const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
          const command = new CompleteMultipartUploadCommand({
            ...targetOf(write),
            MultipartUpload: { Parts },
          });
          await client.send(command);
        } catch (error) {
          // Another call was faster, or the response to this one was lost.
          if ((await find(write.key))?.bytes !== write.bytes) throw error;
        }
        await removeRest(write);
      });
    },

    async abandon(write) {
      await atStore("abandon", async () => {
        try {
          await client.send(new AbortMultipartUploadCommand(targetOf(write)));
        } catch (error) {
          if (!isUploadGone(error)) throw error;
        }
        await removeRest(write);
      });
    },
  };
}

/** From the first on without a gap, each of the expected size. */
function wholeParts(parts: UploadedPart[], bytes: number): UploadedPart[] {
  const byNumber = new Map(parts.map((part) => [part.number, part]));
  const whole: UploadedPart[] = [];
  for (let at = 0; at < bytes; at += partSize) {
    const part = byNumber.get(whole.length + 1);
    if (part?.bytes !== Math.min(partSize, bytes - at)) break;
    whole.push(part);
  }
  return whole;
}

function lengthOf(parts: UploadedPart[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function atStore<T>(operation: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RangeError || error instanceof StorageError || error instanceof ResumableWriteGone)
      throw error;
    if (isUploadGone(error)) throw new ResumableWriteGone("no such upload", { cause: error });
    throw toStorageError(operation, error);
  }
}

/** Pieces of exactly `size` bytes except the first and the last. Yields the bytes before a failure, then throws its error. */
async function* cutInPieces(body: Readable, size: number, firstSize = size): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  let failure: { error: unknown } | undefined;
  const nextChunk = async (): Promise<Buffer | undefined> => {
    try {
      const { value, done } = await chunks.next();
      return done ? undefined : Buffer.isBuffer(value) ? value : Buffer.from(value);
    } catch (error) {
      failure = { error };
      return undefined;
    }
  };

  let piece: Buffer | undefined;
  let filled = 0;
  let wanted = firstSize;
  try {
    for (let chunk = await nextChunk(); chunk; chunk = await nextChunk()) {
      for (let taken = 0; taken < chunk.length; ) {
        piece ??= Buffer.allocUnsafeSlow(wanted);
        const copied = chunk.copy(piece, filled, taken);
        taken += copied;
        filled += copied;
        if (filled < wanted) continue;
        yield piece;
        piece = undefined;
        filled = 0;
        wanted = size;
      }
    }
    if (piece) yield piece.subarray(0, filled);
    if (failure) throw failure.error;
  } finally {
    body.destroy();
  }
}
