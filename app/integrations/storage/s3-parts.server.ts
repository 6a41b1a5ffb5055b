import {
  ListPartsCommand,
  type ListPartsCommandOutput,
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
