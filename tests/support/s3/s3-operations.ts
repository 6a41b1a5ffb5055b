import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { invalidRequest, noSuchKey, notImplemented, S3Error } from "./s3-errors";
import type { S3Operation } from "./s3-faults";
import type { KeptHeaders, S3Objects, StoredObject } from "./s3-objects";
import { readParts, toXml } from "./s3-xml";

export type S3Call = { operation: S3Operation; key: string; query: URLSearchParams };

const keptHeaders = ["content-type", "cache-control", "content-disposition", "x-amz-meta-part"];

/** The result of an operation, sent by `sendAnswer` unless a fault prevents it. */
export type S3Answer = {
  status: number;
  headers?: Record<string, string>;
  xml?: string;
  file?: { path: string; start: number; end: number };
};

/** Performs an operation whose signature was verified. */
export async function perform(
  call: S3Call,
  req: IncomingMessage,
  bucket: string,
  objects: S3Objects,
): Promise<S3Answer> {
  const { operation, key, query } = call;
  const uploadId = query.get("uploadId") ?? "";
  if (!operation.startsWith("PutBucket")) refuseChecksums(req);
  switch (operation) {
    case "PutObject": {
      const { etag } = await objects.put(key, req, declaredHash(req), kept(req));
      return { status: 200, headers: { ETag: etag } };
    }
    case "GetObject":
      return readObject(objects.get(key), req.headers.range);
    case "HeadObject":
      return readObject(objects.get(key), req.headers.range);
    case "DeleteObject":
      await objects.remove(key);
      return { status: 204 };
    case "CreateMultipartUpload": {
      const opened = { Bucket: bucket, Key: key, UploadId: objects.create(key, kept(req)) };
      return { status: 200, xml: toXml("InitiateMultipartUploadResult", opened) };
    }
    case "UploadPart": {
      const number = Number(query.get("partNumber"));
      if (!Number.isInteger(number) || number < 1 || number > 10_000)
        throw invalidRequest("Invalid part number");
      return {
        status: 200,
        headers: { ETag: await objects.putPart(key, uploadId, number, req, declaredHash(req)) },
      };
    }
    case "CompleteMultipartUpload": {
      const { etag } = await objects.complete(key, uploadId, readParts(await text(req)));
      return {
        status: 200,
        xml: toXml("CompleteMultipartUploadResult", { Bucket: bucket, Key: key, ETag: etag }),
      };
    }
    case "AbortMultipartUpload":
      await objects.abort(key, uploadId);
      return { status: 204 };
    case "ListMultipartUploads":
      return { status: 200, xml: listUploads(bucket, query, objects) };
    case "ListParts":
      return { status: 200, xml: listParts(call, objects) };
    case "GetBucketCors":
      return { status: 200, xml: requireSetting(objects.settings.cors, "NoSuchCORSConfiguration") };
    case "GetBucketLifecycleConfiguration":
      return { status: 200, xml: requireSetting(objects.settings.lifecycle, "NoSuchLifecycleConfiguration") };
    case "PutBucketCors":
      objects.settings.cors = await readSetting(req, "CORSConfiguration");
      return { status: 200 };
    case "PutBucketLifecycleConfiguration":
      objects.settings.lifecycle = await readSetting(req, "LifecycleConfiguration");
      return { status: 200 };
  }
}

function requireSetting(xml: string | undefined, code: string): string {
  if (xml === undefined) throw new S3Error(404, code, "The configuration does not exist");
  return xml;
}

/** S3 requires a checksum of a bucket's settings; both checksum and signed hash must be right. */
async function readSetting(req: IncomingMessage, root: string): Promise<string> {
  const xml = await text(req);
  const declared = req.headers["x-amz-checksum-crc32"];
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(xml));
  if (declared === undefined)
    throw invalidRequest("Missing required header for this request: x-amz-checksum");
  if (declared !== sum.toString("base64"))
    throw new S3Error(400, "BadDigest", "The checksum does not match.");
  const sha256 = declaredHash(req);
  if (sha256 !== undefined && createHash("sha256").update(xml).digest("hex") !== sha256)
    throw new S3Error(
      400,
      "XAmzContentSHA256Mismatch",
      "The provided 'x-amz-content-sha256' does not match.",
    );
  if (!xml.includes(`<${root}`)) throw new S3Error(400, "MalformedXML", `Not a ${root}.`);
  return xml;
}

export async function sendAnswer(
  answer: S3Answer,
  method: string,
  res: ServerResponse,
  cut: boolean,
): Promise<void> {
  const { file, xml } = answer;
  if (xml !== undefined)
    res.setHeader("Content-Type", "application/xml").setHeader("Content-Length", Buffer.byteLength(xml));
  res.writeHead(answer.status, answer.headers);
  if (method === "HEAD" || !file || file.start > file.end) {
    res.end(method === "HEAD" ? undefined : xml);
    return;
  }
  const end = cut ? Math.floor((file.start + file.end) / 2) : file.end;
  const body = createReadStream(file.path, { start: file.start, end });
  await pipeline(body, res, { end: !cut });
  if (cut) res.destroy();
}

function listUploads(bucket: string, query: URLSearchParams, objects: S3Objects): string {
  const prefix = query.get("prefix") ?? "";
  const most = objects.pageSize;
  const marker = [query.get("key-marker") ?? "", query.get("upload-id-marker") ?? ""].join("\n");
  const position = (upload: { key: string; uploadId: string }) => `${upload.key}\n${upload.uploadId}`;
  const left = objects
    .openUploads()
    .filter((upload) => upload.key.startsWith(prefix) && position(upload) > marker)
    .sort((a, b) => (position(a) < position(b) ? -1 : 1));
  const page = left.slice(0, most);
  const last = page.at(-1);
  return toXml("ListMultipartUploadsResult", {
    Bucket: bucket,
    IsTruncated: String(left.length > page.length),
    ...(left.length > page.length && last
      ? { NextKeyMarker: last.key, NextUploadIdMarker: last.uploadId }
      : {}),
    Upload: page.map(({ key, uploadId, initiated }) => ({
      Key: key,
      UploadId: uploadId,
      Initiated: initiated.toISOString(),
    })),
  });
}

function listParts({ key, query }: S3Call, objects: S3Objects): string {
  const marker = Number(query.get("part-number-marker") ?? 0);
  const left = objects.partsOf(key, query.get("uploadId") ?? "").filter(({ number }) => number > marker);
  const page = left.slice(0, objects.pageSize);
  const more = left.length > page.length;
  return toXml("ListPartsResult", {
    IsTruncated: String(more),
    ...(more ? { NextPartNumberMarker: page.at(-1)?.number ?? 0 } : {}),
    Part: page.map(({ number, bytes, etag }) => ({ PartNumber: number, ETag: etag, Size: bytes })),
  });
}

function readObject(object: StoredObject | undefined, header: string | undefined): S3Answer {
  if (!object) throw noSuchKey();
  const { bytes, etag, modified, path } = object;
  const headers: Record<string, string> = {
    ...object.headers,
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Last-Modified": modified.toUTCString(),
  };
  const range = readRange(header, bytes);
  if (!range)
    return {
      status: 200,
      headers: { ...headers, "Content-Length": String(bytes) },
      file: { path, start: 0, end: bytes - 1 },
    };
  const { start, end } = range;
  headers["Content-Range"] = `bytes ${start}-${end}/${bytes}`;
  headers["Content-Length"] = String(end - start + 1);
  return { status: 206, headers, file: { path, start, end } };
}

function readRange(header: string | undefined, bytes: number): { start: number; end: number } | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== "" && first !== "" && Number(last) < Number(first)) return undefined;
  if (start > end) throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable");
  return { start, end };
}

function kept(req: IncomingMessage): KeptHeaders {
  return Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = req.headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

/** The product disables the SDK's own checksums, because not every S3-compatible store supports them. */
function refuseChecksums(req: IncomingMessage): void {
  const name = Object.keys(req.headers).find((header) => /^x-amz-(sdk-)?checksum/.test(header));
  if (name) throw notImplemented(`The header ${name}`);
}

/**
 * Returns the SHA-256 covered by the signature, or undefined for an unsigned payload. Refuses chunked signatures and
 * trailing checksums, which the product does not use.
 */
function declaredHash(req: IncomingMessage): string | undefined {
  const declared = String(req.headers["x-amz-content-sha256"] ?? "");
  if (/^[0-9a-f]{64}$/.test(declared)) return declared;
  if (declared === "UNSIGNED-PAYLOAD") return undefined;
  throw notImplemented(`A payload signed as ${declared}`);
}
