import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { type Clock, systemClock } from "~/integrations/clock";
import { assertRange, contentTypeOf, encodeFileName, saveUnder } from "./file-headers";
import { createS3Client, type S3Settings, s3Origin } from "./s3-client.server";
import { abortOpenUploads, putOnS3 } from "./s3-put.server";
import { createS3Resumable } from "./s3-resumable.server";
import { type ObjectFacts, type Storage, StorageError, toStorageError } from "./storage";
import { assertStorageKey } from "./storage-key";
import { withErrorListener } from "./store-watch.server";

/**
 * Any S3-compatible store. Signed links are presigned GETs: anyone with a link can play it until it expires. The
 * credentials need to read, write and delete objects, and to list and abort multipart uploads; on AWS also
 * `s3:ListBucket`, without which an absent object is answered 403 and looks like an outage.
 */
export function createS3Storage({
  clock = systemClock,
  ...settings
}: S3Settings & { clock?: Clock }): Storage {
  const client = createS3Client(settings);
  const targetOf = (key: string) => {
    assertStorageKey(key);
    return { Bucket: settings.bucket, Key: key };
  };

  const find: Storage["find"] = async (key) => {
    const command = new HeadObjectCommand(targetOf(key));
    const object = await unlessAbsent("find", () => client.send(command));
    return object && factsOf(key, object);
  };

  return {
    linkOrigin: s3Origin(settings),
    find,
    async check() {
      await find("readiness");
    },
    resumable: createS3Resumable({ client, bucket: settings.bucket, find, assertKey: assertStorageKey }),

    async put(key, body, { signal } = {}) {
      return { bytes: await putOnS3(client, targetOf(key), body, signal) };
    },

    async open(key, { range, signal } = {}) {
      const target = targetOf(key);
      signal?.throwIfAborted();
      if (range) assertRange(range);
      const command = new GetObjectCommand({
        ...target,
        Range: range && `bytes=${range.start}-${range.end}`,
      });
      try {
        const object = await unlessAbsent("open", () => client.send(command, { abortSignal: signal }));
        if (!object) return undefined;
        if (!(object.Body instanceof Readable)) throw new StorageError("unavailable", "open", "no body");
        return { ...factsOf(key, object), body: withErrorListener(object.Body) };
      } catch (error) {
        signal?.throwIfAborted();
        if (!startsPastEnd(error)) throw error;
        const object = await find(key);
        return object && { ...object, bytes: 0, body: Readable.from([]) };
      }
    },

    async remove(key) {
      const command = new DeleteObjectCommand(targetOf(key));
      await unlessAbsent("remove", () => client.send(command));
    },

    async signedUrl(key, { expiresAt, saveAs }) {
      const signingDate = clock();
      const expiresIn = wholeSeconds(expiresAt) - wholeSeconds(signingDate);
      if (expiresIn < 1) throw new RangeError("a link must expire in the future");
      const disposition =
        saveAs === undefined ? {} : { ResponseContentDisposition: saveUnder(encodeFileName(saveAs)) };
      const command = new GetObjectCommand({ ...targetOf(key), ...disposition });
      return getSignedUrl(client, command, { signingDate, expiresIn });
    },

    async sweepTemporary(olderThan) {
      try {
        return await abortOpenUploads(client, settings.bucket, { before: olderThan });
      } catch (error) {
        throw toStorageError("sweep", error);
      }
    },
  };
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function factsOf(key: string, object: { ContentLength?: number; ContentType?: string }): ObjectFacts {
  return { bytes: object.ContentLength ?? 0, contentType: object.ContentType ?? contentTypeOf(key) };
}

/** A missing bucket is a broken set-up, not an absent object. */
async function unlessAbsent<T>(operation: string, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const absent = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    if (absent && error.name !== "NoSuchBucket") return undefined;
    throw toStorageError(operation, error);
  }
}

function startsPastEnd(error: unknown): boolean {
  const cause = error instanceof StorageError ? error.cause : undefined;
  return cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 416;
}
