import { S3Client } from "@aws-sdk/client-s3";
import { remainingMs } from "../request-deadline";
import { StoreSilent, StoreWatch } from "./store-watch.server";

/** In milliseconds. */
type S3Timeouts = {
  /** To open a connection. */
  connect: number;
  /** Without a byte in either direction, reading a body included; half of what a request may wait for in all. */
  idle: number;
  /** From sending a request to the head of its answer. No request here carries more than one 8 MiB part. */
  answer: number;
};

/** From 6 s on, the SDK starts to measure `idle` 3 s late. */
const defaultTimeouts: S3Timeouts = { connect: 4_000, idle: 4_000, answer: 60_000 };

/** Tries of one request that fails, the first included. */
const maxAttempts = 3;

/** Tries of one request that is not answered: with `idle`, a silent store is given up after 11 s. */
const maxSilentAttempts = 2;

/**
 * A request that was not answered is not tried again after so long, in milliseconds: where its body stalled on the way,
 * Node measures `idle` twice.
 */
const lastTryMs = 3_000;

/** Requests whose bodies may take long while bytes still move. */
const withBody = new Set(["PutObjectCommand", "UploadPartCommand", "GetObjectCommand"]);

export type S3Settings = {
  bucket: string;
  /** For stores other than AWS (R2, MinIO, …): their address. The bucket then goes into the path. */
  endpoint?: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  timeouts?: Partial<S3Timeouts>;
};

/**
 * Returns the SDK's client. A store that hangs ends a request after 11 s; until it answers again, a request is tried
 * once, for 1 s where it has no body, so that the clean-up after the failure does not wait as long again. Checksums
 * only where a call demands them: the SDK's newer default adds a trailer that several S3-compatible stores refuse.
 */
export function createS3Client(settings: S3Settings): S3Client {
  const { connect, idle, answer } = { ...defaultTimeouts, ...settings.timeouts };
  const watch = new StoreWatch();
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts,
    requestHandler: {
      connectionTimeout: connect,
      socketTimeout: idle,
      requestTimeout: answer,
      throwOnRequestTimeout: true,
    },
  });
  client.middlewareStack.add(
    (next, { commandName = "" }) => {
      let silentAttempts = 0;
      const start = performance.now();
      // Around each attempt of one request.
      return async (request) => {
        const short = watch.isSuspect;
        try {
          const isBounded = short || remainingMs() < Number.POSITIVE_INFINITY;
          if (isBounded && !withBody.has(commandName)) return await watch.within(() => next(request));
          const answer = await next(request);
          watch.noteAnswer();
          return answer;
        } catch (error) {
          if (!isTimeout(error)) throw error;
          silentAttempts += 1;
          const isRetried = silentAttempts < maxSilentAttempts && performance.now() - start < lastTryMs;
          if (!short && isRetried) throw error;
          watch.noteSilence();
          throw new StoreSilent(error.message);
        }
      };
    },
    { step: "finalizeRequest", priority: "low", name: "storeWatch" },
  );
  return client;
}

/** As the SDK names connections, requests and bodies that make no progress. */
function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.name === "TimeoutError";
}

export function s3Origin({ bucket, endpoint, region }: S3Settings): string {
  return endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin;
}
