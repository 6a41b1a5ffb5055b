import { ListPartsCommand, type ListPartsCommandOutput, type S3Client } from "@aws-sdk/client-s3";

export type UploadedPart = { number: number; bytes: number; etag: string };

type Target = { Bucket: string; Key: string; UploadId: string };

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
    if (error instanceof Error && error.name === "NoSuchUpload") return undefined;
    throw error;
  }
  return found;
}
