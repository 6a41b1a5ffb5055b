import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  type MultipartUpload,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";

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
