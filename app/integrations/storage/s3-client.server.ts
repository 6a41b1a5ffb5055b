import { S3Client } from "@aws-sdk/client-s3";

/** In milliseconds. */
export type S3Timeouts = {
  /** To open a connection. */
  connect: number;
  /** Without a byte in either direction, reading a body included. */
  idle: number;
  /** From sending a request to the head of its answer. No request here carries more than one 8 MiB part. */
  answer: number;
};

const defaultTimeouts: S3Timeouts = { connect: 5_000, idle: 20_000, answer: 60_000 };

/** Tries of one request, the first included: with `idle`, a silent store is given up after a minute. */
const maxAttempts = 3;

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
 * Makes the SDK's client. Checksums only where a call demands them: the SDK's newer default adds a trailer that
 * several S3-compatible stores refuse.
 */
export function createS3Client(settings: S3Settings): S3Client {
  const { connect, idle, answer } = { ...defaultTimeouts, ...settings.timeouts };
  return new S3Client({
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
}

/** Gives the origin that the client's signed links lead to. */
export function s3Origin({ bucket, endpoint, region }: S3Settings): string {
  return endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin;
}
