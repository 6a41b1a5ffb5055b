import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { ResumableWrite } from "./resumable-writes";
import { StorageError } from "./storage-error";

/** Metadata with the number of the part that the rest belongs to: a rest of an earlier part is ignored. */
const partName = "part";

/** The beginnings of incomplete parts, each an object beside the final one. */
export function createRests(client: S3Client, bucket: string) {
  const targetOf = ({ key }: ResumableWrite) => ({ Bucket: bucket, Key: `${key}.rest` });

  return {
    /** Returns how many bytes of a part are kept. */
    async lengthBefore(write: ResumableWrite, part: number): Promise<number> {
      try {
        const found = await client.send(new HeadObjectCommand(targetOf(write)));
        return found.Metadata?.[partName] === String(part) ? (found.ContentLength ?? 0) : 0;
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return 0;
        throw error;
      }
    },

    /** Reads the stored remainder of a part, of the given number of bytes. */
    async read(write: ResumableWrite, part: number, bytes: number): Promise<Buffer> {
      if (bytes === 0) return Buffer.alloc(0);
      const { Body, Metadata } = await client.send(new GetObjectCommand(targetOf(write)));
      if (!(Body instanceof Readable)) throw new StorageError("unavailable", "append", "no body");
      const rest = await buffer(Body);
      if (Metadata?.[partName] !== String(part) || rest.length !== bytes)
        throw new StorageError("unavailable", "append", "the rest is another one");
      return rest;
    },

    async keep(write: ResumableWrite, part: number, data: Buffer): Promise<void> {
      const Metadata = { [partName]: String(part) };
      await client.send(new PutObjectCommand({ ...targetOf(write), Body: data, Metadata }));
    },

    async remove(write: ResumableWrite): Promise<void> {
      await client.send(new DeleteObjectCommand(targetOf(write)));
    },
  };
}
