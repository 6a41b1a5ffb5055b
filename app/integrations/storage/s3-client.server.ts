import { S3Client } from "@aws-sdk/client-s3";
import { remainingMs } from "../request-deadline";
import { StoreSilent, StoreWatch } from "./store-watch.server";

/** In milliseconds. */
type S3Timeouts = {
  connect: number;
  /** Without a byte in either direction; half of what a request may wait for in all. */
  idle: number;
  /** From sending a request to its response headers. No request carries more than an 8 MiB part. */
  answer: number;
};

/** From 6 s on, the SDK starts to measure `idle` 3 s late. */
const defaultTimeouts: S3Timeouts = { connect: 4_000, idle: 4_000, answer: 60_000 };

/** Including the first. */
const maxAttempts = 3;

/** Of a request that is not answered: with `idle`, a silent store fails after 11 s. */
const maxSilentAttempts = 2;

/** No retry after so long: if its body stalled, Node measures `idle` twice. */
const lastTryMs = 3_000;

/** Bodies may take long while bytes still move. */
const withBody = new Set(["PutObjectCommand", "UploadPartCommand", "GetObjectCommand"]);

export type S3Settings = {
  bucket: string;
  /** For stores other than AWS (R2, MinIO, …). The bucket then goes into the path. */
  endpoint?: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  timeouts?: Partial<S3Timeouts>;
};

/**
 * A store that hangs ends a request after 11 s; until it answers again, a request is tried once, for 1 s without a body,
 * so that clean-up does not wait as long again. Checksums only if required: several S3-compatible stores refuse the SDK's.
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

/** The SDK's name for connections, requests and bodies without progress. */
function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.name === "TimeoutError";
}

export function s3Origin({ bucket, endpoint, region }: S3Settings): string {
  return endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin;
}
