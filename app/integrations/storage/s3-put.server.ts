import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  type MultipartUpload,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { contentTypeOf } from "./file-headers";
import { toStorageError } from "./storage";

/** In bytes. One part is sent while the next is gathered, so an upload holds about three of them. */
const partSize = 8 * 1024 * 1024;

/** In milliseconds, for all of the clean-up: the store that just failed may be slow to fail again. */
const cleanUpLimit = 10_000;

type S3Target = { Bucket: string; Key: string };

/**
 * Streams a body to S3, in one request up to 8 MiB and in parts above. Returns the length in bytes.
 * Rejects as `Storage.put` says. `Upload.abort` is not used: it rejects before the store has released the parts.
 * Instead an abort ends the body, the upload fails by itself, and then is cleaned up.
 */
export async function putOnS3(
  client: S3Client,
  target: S3Target,
  body: Readable,
  signal?: AbortSignal,
): Promise<number> {
  let bytes = 0;
  let bodyFailure: unknown;
  const counted = new Transform({
    readableHighWaterMark: partSize,
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  pipeline(body, counted, { signal }).catch((error: unknown) => {
    bodyFailure ??= error;
  });
  const upload = new Upload({
    client,
    params: {
      ...target,
      Body: counted,
      ContentType: contentTypeOf(target.Key),
      CacheControl: "private, max-age=3600",
      ContentDisposition: "inline",
    },
    partSize,
    queueSize: 1,
    leavePartsOnError: true,
  });
  try {
    await upload.done();
    signal?.throwIfAborted();
    return bytes;
  } catch (error) {
    const bodyFailed = error === bodyFailure;
    if (!bodyFailed && !signal?.aborted && (await wasCompleted(client, target, { error, bytes })))
      return bytes;
    await discard(client, target, { uploadId: upload.uploadId, lastCallMade: !bodyFailed });
    if (signal?.aborted) throw signal.reason;
    throw bodyFailed ? error : toStorageError("put", error);
  }
}

/**
 * Returns whether the upload was completed by a call whose response was lost: the repeated call then reports that
 * there is no such upload.
 */
async function wasCompleted(
  client: S3Client,
  target: S3Target,
  { error, bytes }: { error: unknown; bytes: number },
): Promise<boolean> {
  if (!isUploadGone(error)) return false;
  const found = await client.send(new HeadObjectCommand(target)).catch(() => undefined);
  return found?.ContentLength === bytes;
}

/**
 * Removes what a failed upload may have left. A call that failed here may have worked there: an upload opened whose id
 * never arrived, an object completed whose answer was lost. Best effort; `sweepTemporary` finds what remains.
 */
async function discard(
  client: S3Client,
  target: S3Target,
  left: { uploadId: string | undefined; lastCallMade: boolean },
): Promise<void> {
  const abortSignal = AbortSignal.timeout(cleanUpLimit);
  try {
    if (left.uploadId !== undefined) {
      const abort = new AbortMultipartUploadCommand({ ...target, UploadId: left.uploadId });
      await client.send(abort, { abortSignal });
    } else if (left.lastCallMade) {
      await abortOpenUploads(client, target.Bucket, { key: target.Key, abortSignal });
    }
  } catch {}
  try {
    if (left.lastCallMade) await client.send(new DeleteObjectCommand(target), { abortSignal });
  } catch {}
}

export type UploadedPart = { number: number; bytes: number; etag: string };

type Target = { Bucket: string; Key: string; UploadId: string };

/** Returns whether a store has no such multipart upload. AWS says NoSuchUpload, Ceph of an ended one NoSuchKey. */
export function isUploadGone(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    error.name !== "NoSuchBucket" &&
    (error.name === "NoSuchUpload" || error.$metadata.httpStatusCode === 404)
  );
}

/** Lists the parts of an open multipart upload; undefined where there is none by this id. */
export async function listParts(client: S3Client, target: Target): Promise<UploadedPart[] | undefined> {
  const found: UploadedPart[] = [];
  let page: ListPartsCommandOutput | undefined;
  try {
    do {
      const PartNumberMarker = page?.NextPartNumberMarker;
      page = await client.send(new ListPartsCommand({ ...target, PartNumberMarker }));
      for (const { PartNumber, Size, ETag } of page.Parts ?? []) {
        if (PartNumber !== undefined && Size !== undefined && ETag !== undefined)
          found.push({ number: PartNumber, bytes: Size, etag: ETag });
      }
    } while (page.IsTruncated && page.NextPartNumberMarker);
  } catch (error) {
    if (isUploadGone(error)) return undefined;
    throw error;
  }
  return found;
}

/** Which open uploads: those of one key, or those begun before a time. */
type Filter = { key?: string; before?: Date; abortSignal?: AbortSignal };

/**
 * Aborts open multipart uploads, whose parts are paid for until then. Returns how many.
 * One that is gone in the meantime counts as aborted.
 */
export async function abortOpenUploads(client: S3Client, bucket: string, filter: Filter): Promise<number> {
  const found = await listOpenUploads(client, bucket, filter);
  for (const { Key, UploadId } of found) {
    const abort = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
    try {
      await client.send(abort, { abortSignal: filter.abortSignal });
    } catch (error) {
      if (!isUploadGone(error)) throw error;
    }
  }
  return found.length;
}

async function listOpenUploads(client: S3Client, bucket: string, filter: Filter): Promise<MultipartUpload[]> {
  const found: MultipartUpload[] = [];
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const list = new ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: filter.key,
      KeyMarker: page?.NextKeyMarker,
      UploadIdMarker: page?.NextUploadIdMarker,
    });
    page = await client.send(list, { abortSignal: filter.abortSignal });
    found.push(...(page.Uploads ?? []).filter((upload) => isMeant(upload, filter)));
  } while (page.IsTruncated && page.NextKeyMarker);
  return found;
}

function isMeant(upload: MultipartUpload, { key, before }: Filter): boolean {
  if (key !== undefined && upload.Key !== key) return false;
  return before === undefined || (upload.Initiated !== undefined && upload.Initiated < before);
}
