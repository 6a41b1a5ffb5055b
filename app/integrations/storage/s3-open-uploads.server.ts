import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  type S3Client,
} from "@aws-sdk/client-s3";
import { isUploadGone } from "./s3-parts.server";

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
