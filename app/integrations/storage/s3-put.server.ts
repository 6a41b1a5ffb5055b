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

/** One part is sent while the next is gathered: an upload holds about three. */
const partSize = 8 * 1024 * 1024;

/** For all of the clean-up: the store that just failed may be slow to fail again. */
const cleanUpLimit = 10_000;

type S3Target = { Bucket: string; Key: string };

/**
 * In one request up to 8 MiB, in parts above; rejects like `Storage.put`. `Upload.abort` is not used: it rejects before
 * the store has released the parts. Instead an abort ends the body, and the failed upload is cleaned up.
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

/** A lost response to the completing call: its repeat reports that there is no such upload. */
async function wasCompleted(
  client: S3Client,
  target: S3Target,
  { error, bytes }: { error: unknown; bytes: number },
): Promise<boolean> {
  if (!isUploadGone(error)) return false;
  const object = await client.send(new HeadObjectCommand(target)).catch(() => undefined);
  return object?.ContentLength === bytes;
}

/** A call that failed here may have worked there. Best effort; `sweepTemporary` finds what remains. */
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

/** AWS says NoSuchUpload, Ceph of an ended one NoSuchKey. */
export function isUploadGone(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    error.name !== "NoSuchBucket" &&
    (error.name === "NoSuchUpload" || error.$metadata.httpStatusCode === 404)
  );
}

export async function listParts(client: S3Client, target: Target): Promise<UploadedPart[] | undefined> {
  const parts: UploadedPart[] = [];
  let page: ListPartsCommandOutput | undefined;
  try {
    do {
      const PartNumberMarker = page?.NextPartNumberMarker;
      page = await client.send(new ListPartsCommand({ ...target, PartNumberMarker }));
      for (const { PartNumber, Size, ETag } of page.Parts ?? []) {
        if (PartNumber !== undefined && Size !== undefined && ETag !== undefined)
          parts.push({ number: PartNumber, bytes: Size, etag: ETag });
      }
    } while (page.IsTruncated && page.NextPartNumberMarker);
  } catch (error) {
    if (isUploadGone(error)) return undefined;
    throw error;
  }
  return parts;
}

/** Of one key, or begun before a time. */
type Filter = { key?: string; before?: Date; abortSignal?: AbortSignal };

/** Unfinished parts cost money. Returns how many; one that is gone meanwhile counts. */
export async function abortOpenUploads(client: S3Client, bucket: string, filter: Filter): Promise<number> {
  const uploads = await listOpenUploads(client, bucket, filter);
  for (const { Key, UploadId } of uploads) {
    const abort = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
    try {
      await client.send(abort, { abortSignal: filter.abortSignal });
    } catch (error) {
      if (!isUploadGone(error)) throw error;
    }
  }
  return uploads.length;
}

async function listOpenUploads(client: S3Client, bucket: string, filter: Filter): Promise<MultipartUpload[]> {
  const uploads: MultipartUpload[] = [];
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const list = new ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: filter.key,
      KeyMarker: page?.NextKeyMarker,
      UploadIdMarker: page?.NextUploadIdMarker,
    });
    page = await client.send(list, { abortSignal: filter.abortSignal });
    uploads.push(...(page.Uploads ?? []).filter((upload) => isMeant(upload, filter)));
  } while (page.IsTruncated && page.NextKeyMarker);
  return uploads;
}

function isMeant(upload: MultipartUpload, { key, before }: Filter): boolean {
  if (key !== undefined && upload.Key !== key) return false;
  return before === undefined || (upload.Initiated !== undefined && upload.Initiated < before);
}
