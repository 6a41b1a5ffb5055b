/**
 * How much of a file one request carries, in bytes: 10 MiB, two of the parts that S3 takes. A network failure loses
 * nothing that arrived; the requests in between are where a session that has ended, a cancelled upload or a proxy's
 * limit on bodies is noticed. It is also what Cloudflare Stream takes: at least 5,242,880 bytes and a multiple of
 * 262,144. What it advises, 52,428,800, would cost a phone on 1 Mbit/s seven minutes at every network failure.
 */
export const uploadChunkBytes = 10 * 1024 * 1024;

/** Maximum unfinished uploads of a creator, which bounds the space that they occupy. */
export const maxUnfinishedUploads = 10;

/**
 * An upload not finished after this is given up and swept: 500 MB at the least rate allowed (1 KiB/s) take six days.
 */
export const uploadKeptDays = 7;

export interface UnfinishedUpload {
  id: string;
  title: string;
  fileName: string;
  /** Length of the whole file. */
  bytes: number;
  /** Fingerprint by which an upload of the same file resumes: see `file-fingerprint.ts`. */
  fileMark: string;
  /** The address for its bytes, if not our own server. */
  sendTo?: string;
}

/** Returns an upload's address: for tus requests, and for the form that finishes or discards it. */
export function uploadPath(uploadId: string): string {
  return `/creator/uploads/${uploadId}`;
}
