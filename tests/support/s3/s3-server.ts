import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { invalidRequest, notImplemented, S3Error } from "./s3-errors";
import { createFaults, type FaultPlan, type S3Operation } from "./s3-faults";
import { createObjects } from "./s3-objects";
import { perform, type S3Call, sendAnswer } from "./s3-operations";
import { verifySignature } from "./s3-signature";
import { errorXml } from "./s3-xml";

export type S3Server = {
  settings: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** The same settings as environment variables. */
  variables: Record<string, string>;
  keys(): string[];
  /** Multipart uploads neither completed nor aborted, with their number of parts. */
  openUploads(): { key: string; uploadId: string; initiated: Date; parts: number }[];
  /** Sets the page size of lists, by default 1000. */
  pageSize(most: number): void;
  /** Every request with a valid signature, in order. */
  calls(): { operation: S3Operation; key: string }[];
  /** The bucket's settings, as the XML last stored. */
  bucketSettings(): { cors: string | undefined; lifecycle: string | undefined };
  /** Makes requests fail until `heal`. */
  fail(plan: FaultPlan): void;
  heal(): void;
  close(): Promise<void>;
};

/**
 * An S3 server on loopback with one bucket in a temporary folder, for the real SDK. Verifies every signature;
 * supports the product's operations and refuses all others. `clock`: the time for signatures, by default the
 * system's.
 */
export async function startS3Server({
  clock = () => new Date(),
}: {
  clock?: () => Date;
} = {}): Promise<S3Server> {
  const credentials = {
    accessKeyId: "AKIATEST0000000000",
    secretAccessKey: "test/secret+key",
    region: "auto",
  };
  const bucket = "videos";
  const dir = await mkdtemp(join(tmpdir(), "s3-"));
  const objects = createObjects(dir, clock);
  const faults = createFaults();
  const calls: S3Call[] = [];

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    await verifySignature(req, credentials, clock());
    const call = readCall(req, bucket);
    calls.push(call);
    const fault = faults.next(call.operation);
    if (fault === "hang") return;
    if (fault === "drop") {
      req.destroy();
      return;
    }
    if (fault === "error") {
      req.resume();
      throw new S3Error(500, "InternalError", "We encountered an internal error. Please try again.");
    }
    const found = await perform(call, req, bucket, objects);
    if (fault === "lose-answer") res.destroy();
    else await sendAnswer(found, req.method ?? "", res, fault === "truncate");
  }

  const server = createServer((req, res) => {
    if (allowOrigin(req, res, objects.settings.cors)) return;
    answer(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) {
        res.destroy();
        return;
      }
      const known =
        error instanceof S3Error
          ? error
          : new S3Error(500, "InternalError", error instanceof Error ? error.message : "?");
      const xml = errorXml(known);
      req.resume();
      res.writeHead(known.status, {
        "Content-Type": "application/xml",
        "Content-Length": Buffer.byteLength(xml),
      });
      res.end(req.method === "HEAD" ? undefined : xml);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const settings = { ...credentials, bucket, endpoint: `http://127.0.0.1:${port}` };
  return {
    settings,
    variables: {
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    keys: objects.keys,
    openUploads: objects.openUploads,
    pageSize: (most) => {
      objects.pageSize = most;
    },
    calls: () => calls.map(({ operation, key }) => ({ operation, key })),
    bucketSettings: () => ({ ...objects.settings }),
    fail: faults.add,
    heal: faults.clear,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Parses a path-style request, `/<bucket>/<key>`; returns its operation. */
function readCall(req: IncomingMessage, bucket: string): S3Call {
  const url = new URL(req.url ?? "/", "http://unused.invalid");
  const path = decodeURIComponent(url.pathname).slice(1);
  const [name = "", ...segments] = path.split("/");
  if (name !== bucket) throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist");
  const key = segments.join("/");
  const query = url.searchParams;
  const operation = key === "" ? bucketOperation(req.method, query) : objectOperation(req.method, query);
  if (!operation) throw notImplemented(`${req.method} ${[...query.keys()].join("&")}`);
  if (key.length > 1024) throw invalidRequest("The key is too long");
  return { operation, key, query };
}

function bucketOperation(method: string | undefined, query: URLSearchParams): S3Operation | undefined {
  if (method === "GET" && query.has("uploads")) return "ListMultipartUploads";
  if (query.has("cors") && method === "GET") return "GetBucketCors";
  if (query.has("cors") && method === "PUT") return "PutBucketCors";
  if (query.has("lifecycle") && method === "GET") return "GetBucketLifecycleConfiguration";
  if (query.has("lifecycle") && method === "PUT") return "PutBucketLifecycleConfiguration";
  return undefined;
}

function objectOperation(method: string | undefined, query: URLSearchParams): S3Operation | undefined {
  const inUpload = query.has("uploadId");
  switch (method) {
    case "GET":
      return inUpload ? "ListParts" : "GetObject";
    case "HEAD":
      return "HeadObject";
    case "PUT":
      return inUpload ? "UploadPart" : "PutObject";
    case "POST":
      if (query.has("uploads")) return "CreateMultipartUpload";
      return inUpload ? "CompleteMultipartUpload" : undefined;
    case "DELETE":
      return inUpload ? "AbortMultipartUpload" : "DeleteObject";
  }
  return undefined;
}

/** Sets the headers of CORS by the bucket's rules, and answers preflight requests. Returns whether it answered. */
function allowOrigin(req: IncomingMessage, res: ServerResponse, rules: string | undefined): boolean {
  const { origin } = req.headers;
  const isAllowed = origin !== undefined && rules?.includes(`<AllowedOrigin>${origin}</AllowedOrigin>`);
  if (isAllowed) {
    const listOf = (name: string) =>
      [...(rules ?? "").matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, value]) => value);
    res.setHeader("Access-Control-Allow-Origin", origin);
    res.setHeader("Access-Control-Allow-Methods", listOf("AllowedMethod").join());
    res.setHeader("Access-Control-Allow-Headers", listOf("AllowedHeader").join());
    res.setHeader("Access-Control-Expose-Headers", listOf("ExposeHeader").join());
    res.setHeader("Vary", "Origin");
  }
  if (req.method !== "OPTIONS") return false;
  res.writeHead(isAllowed ? 204 : 403).end();
  return true;
}
