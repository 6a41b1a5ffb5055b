import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { closeServer, listen } from "../listen";

/** Which operation a request is: its method, and what its query has. */
const operations = {
  ListMultipartUploads: "GET uploads",
  GetBucketCors: "GET cors",
  PutBucketCors: "PUT cors",
  GetBucketLifecycleConfiguration: "GET lifecycle",
  PutBucketLifecycleConfiguration: "PUT lifecycle",
  ListParts: "GET uploadId",
  UploadPart: "PUT uploadId",
  CompleteMultipartUpload: "POST uploadId",
  AbortMultipartUpload: "DELETE uploadId",
  CreateMultipartUpload: "POST uploads",
  GetObject: "GET",
  HeadObject: "HEAD",
  PutObject: "PUT",
  DeleteObject: "DELETE",
} as const;

export type S3Operation = keyof typeof operations;

/**
 * How a request fails: `hang` never responds; `error` responds 500; `drop` closes the connection at once;
 * `lose-answer` does the work and then closes the connection; `truncate` sends half the object and closes the
 * connection (GetObject); `no-key` says that an object is missing, as Ceph does of an upload that has ended.
 */
export type S3Fault = "hang" | "error" | "drop" | "lose-answer" | "truncate" | "no-key";

/** `operation`: by default all. `after`: requests that succeed first. `times`: requests that fail, by default all. */
type FaultPlan = { how: S3Fault; operation?: S3Operation; after?: number; times?: number };

type Part = { number: number; data: Buffer; etag: string };
type Upload = { key: string; uploadId: string; initiated: Date; headers: Headers; parts: Map<number, Part> };
type Headers = Record<string, string>;
type Answer = { status: number; headers?: Headers; body?: string | Buffer };

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

class S3Error extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

const noSuchUpload = () => new S3Error(404, "NoSuchUpload");

/** Minimum size of a part in bytes, except the last one. */
const minPartSize = 5 * 1024 * 1024;

/**
 * An S3 server on loopback with one bucket in memory, for the real SDK. It verifies signatures, supports the product's
 * operations, refuses all others, and fails as a test asks. `clock`: the time for signatures.
 * tests/engines/s3-gateway.night.test.ts tries the same contract on a real store.
 */
export async function startS3Server({ clock = () => new Date() }: { clock?: () => Date } = {}) {
  const credentials = {
    accessKeyId: "AKIATEST0000000000",
    secretAccessKey: "test/secret+key",
    region: "auto",
  };
  const bucket = "videos";
  const objects = new Map<string, { data: Buffer; headers: Headers }>();
  const uploads = new Map<string, Upload>();
  const settings: Record<"cors" | "lifecycle", string | undefined> = {
    cors: undefined,
    lifecycle: undefined,
  };
  const calls: { operation: S3Operation; key: string }[] = [];
  let plans: { plan: FaultPlan; seen: number }[] = [];
  let pageSize = 1000;

  function uploadOf(key: string, uploadId: string | null): Upload {
    const upload = uploads.get(uploadId ?? "");
    if (upload?.key !== key) throw noSuchUpload();
    return upload;
  }

  function nextFault(operation: S3Operation): S3Fault | undefined {
    let fault: S3Fault | undefined;
    for (const entry of plans) {
      const { how, after = 0, times = Number.POSITIVE_INFINITY } = entry.plan;
      if (entry.plan.operation && entry.plan.operation !== operation) continue;
      if (entry.seen >= after && entry.seen < after + times) fault ??= how;
      entry.seen += 1;
    }
    return fault;
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    verifySignature(req, credentials, clock());
    const { operation, key, query } = readCall(req, bucket);
    calls.push({ operation, key });
    const fault = nextFault(operation);
    if (fault === "hang") return;
    if (fault === "drop") return void req.destroy();
    if (fault === "error") throw new S3Error(500, "InternalError");
    if (fault === "no-key") throw new S3Error(404, "NoSuchKey");
    const body = await buffer(req);
    checkBody(req, body, { isSetting: operation.startsWith("PutBucket") });
    const { status, headers = {}, body: sent = "" } = perform(operation, key, query, req, body);
    if (fault === "lose-answer") return void res.destroy();
    res.writeHead(status, { "Content-Length": Buffer.byteLength(sent), ...headers });
    if (fault !== "truncate") res.end(req.method === "HEAD" ? undefined : sent);
    else res.write(sent.slice(0, sent.length / 2), () => res.destroy());
  }

  function perform(
    operation: S3Operation,
    key: string,
    query: URLSearchParams,
    req: IncomingMessage,
    data: Buffer,
  ): Answer {
    const uploadId = query.get("uploadId");
    switch (operation) {
      case "PutObject":
        objects.set(key, { data, headers: keptHeaders(req) });
        return { status: 200, headers: { ETag: etagOf(data) } };
      case "GetObject":
      case "HeadObject": {
        const object = objects.get(key);
        if (!object) throw new S3Error(404, "NoSuchKey");
        return readRange(object, req.headers.range);
      }
      case "DeleteObject":
        objects.delete(key);
        return { status: 204 };
      case "CreateMultipartUpload": {
        const upload = { key, uploadId: randomUUID(), initiated: clock(), headers: keptHeaders(req) };
        uploads.set(upload.uploadId, { ...upload, parts: new Map() });
        return xml("InitiateMultipartUploadResult", element("UploadId", upload.uploadId));
      }
      case "UploadPart": {
        const part = { number: Number(query.get("partNumber")), data, etag: etagOf(data) };
        uploadOf(key, uploadId).parts.set(part.number, part);
        return { status: 200, headers: { ETag: part.etag } };
      }
      case "CompleteMultipartUpload": {
        const upload = uploadOf(key, uploadId);
        const parts = readParts(upload, data.toString());
        objects.set(key, { data: Buffer.concat(parts), headers: upload.headers });
        uploads.delete(upload.uploadId);
        return xml("CompleteMultipartUploadResult", element("Key", key));
      }
      case "AbortMultipartUpload":
        uploads.delete(uploadOf(key, uploadId).uploadId);
        return { status: 204 };
      case "ListMultipartUploads": {
        const marker = `${query.get("key-marker") ?? ""}\n${query.get("upload-id-marker") ?? ""}`;
        const found = [...uploads.values()]
          .map((upload) => ({ ...upload, position: `${upload.key}\n${upload.uploadId}` }))
          .filter((upload) => upload.key.startsWith(query.get("prefix") ?? "") && upload.position > marker)
          .sort((a, b) => (a.position < b.position ? -1 : 1));
        const last = found[pageSize - 1];
        const next =
          last && element("NextKeyMarker", last.key) + element("NextUploadIdMarker", last.uploadId);
        const items = found
          .slice(0, pageSize)
          .map((upload) =>
            element(
              "Upload",
              element("Key", upload.key) +
                element("UploadId", upload.uploadId) +
                element("Initiated", upload.initiated.toISOString()),
            ),
          );
        return listPage("ListMultipartUploadsResult", items, found.length > pageSize && next);
      }
      case "ListParts": {
        const marker = Number(query.get("part-number-marker") ?? 0);
        const found = [...uploadOf(key, uploadId).parts.values()]
          .filter(({ number }) => number > marker)
          .sort((a, b) => a.number - b.number);
        const items = found
          .slice(0, pageSize)
          .map((part) =>
            element(
              "Part",
              element("PartNumber", part.number) +
                element("ETag", part.etag) +
                element("Size", part.data.length),
            ),
          );
        const next = element("NextPartNumberMarker", found[pageSize - 1]?.number ?? 0);
        return listPage("ListPartsResult", items, found.length > pageSize && next);
      }
      case "GetBucketCors":
      case "GetBucketLifecycleConfiguration": {
        const isCors = operation === "GetBucketCors";
        const body = settings[isCors ? "cors" : "lifecycle"];
        if (body === undefined)
          throw new S3Error(404, isCors ? "NoSuchCORSConfiguration" : "NoSuchLifecycleConfiguration");
        return { status: 200, headers: xmlType, body };
      }
      case "PutBucketCors":
      case "PutBucketLifecycleConfiguration":
        settings[operation === "PutBucketCors" ? "cors" : "lifecycle"] = data.toString();
        return { status: 200 };
    }
  }

  const server = createServer((req, res) => {
    if (allowOrigin(req, res, settings.cors)) return;
    answer(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) return res.destroy();
      const { status, code } = error instanceof S3Error ? error : new S3Error(500, String(error));
      const { body } = xml("Error", element("Code", code) + element("Message", code));
      req.resume();
      res.writeHead(status, { ...xmlType, "Content-Length": Buffer.byteLength(body) });
      res.end(req.method === "HEAD" ? undefined : body);
    });
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  return {
    settings: { ...credentials, bucket, endpoint },
    /** The same settings as environment variables. */
    variables: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: credentials.region,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    keys: () => [...objects.keys()].sort(),
    /** Multipart uploads neither completed nor aborted, with their number of parts. */
    openUploads: () =>
      [...uploads.values()].map(({ headers: _, ...upload }) => ({ ...upload, parts: upload.parts.size })),
    /** Sets the page size of lists, by default 1000. */
    pageSize: (most: number) => {
      pageSize = most;
    },
    /** Every request with a valid signature, in order. */
    calls: () => [...calls],
    /** The bucket's settings, as the XML last stored. */
    bucketSettings: () => ({ ...settings }),
    /** Makes requests fail until `heal`. */
    fail: (plan: FaultPlan) => {
      plans.push({ plan, seen: 0 });
    },
    heal: () => {
      plans = [];
    },
    close: () => closeServer(server),
  };
}

/** Parses a path-style request, `/<bucket>/<key>`. */
function readCall(req: IncomingMessage, bucket: string) {
  const { pathname, searchParams: query } = new URL(req.url ?? "/", "http://unused.invalid");
  const [name, ...segments] = decodeURIComponent(pathname).slice(1).split("/");
  if (name !== bucket) throw new S3Error(404, "NoSuchBucket");
  const part = ["uploads", "cors", "lifecycle", "uploadId"].find((one) => query.has(one));
  const request = part ? `${req.method} ${part}` : req.method;
  const operation = (Object.keys(operations) as S3Operation[]).find((one) => operations[one] === request);
  if (!operation) throw new S3Error(501, "NotImplemented");
  return { operation, key: segments.join("/"), query };
}

type Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

/**
 * Verifies Signature Version 4 in the header or the query
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 */
function verifySignature(req: IncomingMessage, credentials: Credentials, now: Date): void {
  const [path = "/", search = ""] = (req.url ?? "/").split("?");
  const query = new URLSearchParams(search);
  if (query.getAll("X-Amz-Signature").length > 1) throw new S3Error(400, "InvalidRequest");
  const header = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(.+)$/.exec(
    req.headers.authorization ?? "",
  );
  const [credential, names, signature] =
    header?.slice(1) ??
    ["Credential", "SignedHeaders", "Signature"].map((n) => query.get(`X-Amz-${n}`) ?? "");
  const date = String(header ? req.headers["x-amz-date"] : query.get("X-Amz-Date"));
  const scope = `${date.slice(0, 8)}/${credentials.region}/s3/aws4_request`;
  if (credential !== `${credentials.accessKeyId}/${scope}`) throw new S3Error(403, "InvalidAccessKeyId");
  const pairs = search
    .split("&")
    .filter((pair) => pair !== "" && !pair.startsWith("X-Amz-Signature="))
    .map((pair) => (pair.includes("=") ? pair : `${pair}=`));
  const signed = (names ?? "").split(";").map((name) => `${name}:${String(req.headers[name]).trim()}\n`);
  const hash = header ? String(req.headers["x-amz-content-sha256"]) : "UNSIGNED-PAYLOAD";
  const request = [req.method, path, pairs.sort().join("&"), signed.join(""), names, hash].join("\n");
  const digest = createHash("sha256").update(request).digest("hex");
  const key = [...scope.split("/")].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  const expected = createHmac("sha256", key).update(`AWS4-HMAC-SHA256\n${date}\n${scope}\n${digest}`);
  if (expected.digest("hex") !== signature) throw new S3Error(403, "SignatureDoesNotMatch");
  const signedAt = Date.parse(date.replace(/(....)(..)(..T..)(..)(..Z)/, "$1-$2-$3:$4:$5"));
  const age = (now.getTime() - signedAt) / 1000;
  const expiresAfter = header ? 15 * 60 : Number(query.get("X-Amz-Expires"));
  if (age >= expiresAfter || age < -15 * 60) throw new S3Error(403, "AccessDenied");
}

/**
 * Checks the signed hash of a body. The product sends no checksums, which not every S3-compatible store supports, but
 * where S3 requires one: with a bucket's settings.
 */
function checkBody(req: IncomingMessage, body: Buffer, { isSetting }: { isSetting: boolean }): void {
  const hash = String(req.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD");
  if (hash !== "UNSIGNED-PAYLOAD" && createHash("sha256").update(body).digest("hex") !== hash)
    throw new S3Error(400, "XAmzContentSHA256Mismatch");
  const checksum = Object.keys(req.headers).find((name) => /^x-amz-(sdk-)?checksum/.test(name));
  if (checksum && !isSetting) throw new S3Error(501, "NotImplemented");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  if (isSetting && req.headers["x-amz-checksum-crc32"] !== sum.toString("base64"))
    throw new S3Error(400, "BadDigest");
}

/** Returns the bytes of the parts that a completion names. */
function readParts(upload: Upload, body: string): Buffer[] {
  const named = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, inside = ""]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(inside)?.[1]),
    etag: /<ETag>(.*?)</.exec(inside)?.[1]?.replaceAll(/&quot;|&#34;/g, '"'),
  }));
  return named.map(({ number, etag }, place) => {
    const part = upload.parts.get(number);
    if (!part || part.etag !== etag) throw new S3Error(400, "InvalidPart");
    if (place > 0 && number <= (named[place - 1]?.number ?? 0)) throw new S3Error(400, "InvalidPartOrder");
    if (place < named.length - 1 && part.data.length < minPartSize) throw new S3Error(400, "EntityTooSmall");
    return part.data;
  });
}

function readRange({ data, headers }: { data: Buffer; headers: Headers }, range = ""): Answer {
  const common = { ...headers, "Accept-Ranges": "bytes", ETag: etagOf(data) };
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === "" && last === "") return { status: 200, headers: common, body: data };
  const start = first === "" ? Math.max(0, data.length - Number(last)) : Number(first);
  const end = Math.min(first === "" || last === "" ? data.length - 1 : Number(last), data.length - 1);
  if (start > end) throw new S3Error(416, "InvalidRange");
  const part = { "Content-Range": `bytes ${start}-${end}/${data.length}` };
  return { status: 206, headers: { ...common, ...part }, body: data.subarray(start, end + 1) };
}

/** Sets the headers of CORS by the bucket's rules, and answers preflight requests. Returns whether it answered. */
function allowOrigin(req: IncomingMessage, res: ServerResponse, rules = ""): boolean {
  const { origin } = req.headers;
  const isAllowed = origin !== undefined && rules.includes(element("AllowedOrigin", origin));
  const listOf = (name: string) =>
    [...rules.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, value]) => value).join();
  if (isAllowed) {
    res.setHeader("Access-Control-Allow-Origin", origin);
    res.setHeader("Access-Control-Allow-Methods", listOf("AllowedMethod"));
    res.setHeader("Access-Control-Allow-Headers", listOf("AllowedHeader"));
    res.setHeader("Access-Control-Expose-Headers", listOf("ExposeHeader"));
    res.setHeader("Vary", "Origin");
  }
  if (req.method !== "OPTIONS") return false;
  res.writeHead(isAllowed ? 204 : 403).end();
  return true;
}

function keptHeaders({ headers }: IncomingMessage): Headers {
  const kept = ["content-type", "cache-control", "content-disposition", "x-amz-meta-part"];
  return Object.fromEntries(
    kept.filter((name) => headers[name]).map((name) => [name, String(headers[name])]),
  );
}

const etagOf = (data: Buffer) => `"${createHash("md5").update(data).digest("hex")}"`;
const xmlType = { "Content-Type": "application/xml" };
const element = (name: string, value: string | number) =>
  `<${name}>${String(value).replaceAll('"', "&quot;")}</${name}>`;
const xml = (root: string, inside: string) => ({
  status: 200,
  headers: xmlType,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, inside)}`,
});
const listPage = (root: string, items: string[], next: string | false | undefined) =>
  xml(root, element("IsTruncated", String(Boolean(next))) + (next || "") + items.join(""));
