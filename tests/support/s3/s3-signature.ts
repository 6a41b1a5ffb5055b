import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { accessDenied, invalidRequest, S3Error } from "./s3-errors";

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

/** Maximum clock difference of a request, in milliseconds, as at S3. */
const allowedSkew = 15 * 60 * 1000;

/** Maximum lifetime of a presigned link, in seconds, as at S3. */
const longestLink = 7 * 24 * 60 * 60;

const mismatch = () =>
  new S3Error(
    403,
    "SignatureDoesNotMatch",
    "The request signature we calculated does not match the signature you provided.",
  );

/**
 * Verifies Signature Version 4 as S3 does, in the header or the query, by signing the request again. Throws `S3Error`
 * for anything anonymous, altered, expired, or signed for another day, region or key.
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html)
 */
export async function verifySignature(
  req: IncomingMessage,
  credentials: S3Credentials,
  now: Date,
): Promise<void> {
  const url = new URL(req.url ?? "/", "http://unused.invalid");
  const inQuery = url.searchParams.has("X-Amz-Signature");
  const inHeader = req.headers.authorization !== undefined;
  if (inQuery && inHeader) throw invalidRequest("Only one auth mechanism allowed");
  if (inQuery) await verifyQuery(req, url, credentials, now);
  else if (inHeader) await verifyHeader(req, url, credentials, now);
  else throw accessDenied();
}

async function verifyHeader(
  req: IncomingMessage,
  url: URL,
  credentials: S3Credentials,
  now: Date,
): Promise<void> {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, credential, names, signature] = pattern.exec(req.headers.authorization ?? "") ?? [];
  if (!credential || !names || !signature) {
    throw new S3Error(400, "AuthorizationHeaderMalformed", "The authorization header is malformed.");
  }
  const signingDate = readDate(req.headers["x-amz-date"]);
  if (Math.abs(signingDate.getTime() - now.getTime()) > allowedSkew) {
    throw new S3Error(
      403,
      "RequestTimeTooSkewed",
      "The difference between request time and now is too large.",
    );
  }
  checkScope(credential, signingDate, credentials);
  const signed = signedHeaders(req, names, (name) => name === "host" || name.startsWith("x-amz-"));
  const request = { ...requestParts(req, url), headers: signed };
  const again = await signer(credentials).sign(request, {
    signingDate,
    signableHeaders: new Set(Object.keys(signed)),
  });
  const expected = /Signature=([0-9a-f]{64})$/.exec(again.headers.authorization ?? "")?.[1];
  if (!expected || !same(expected, signature)) throw mismatch();
}

async function verifyQuery(
  req: IncomingMessage,
  url: URL,
  credentials: S3Credentials,
  now: Date,
): Promise<void> {
  const query = url.searchParams;
  const names = [...query.keys()].filter((name) => name.startsWith("X-Amz-"));
  if (new Set(names).size < names.length)
    throw invalidRequest("A query parameter of the signature is repeated");
  const expires = query.get("X-Amz-Expires") ?? "";
  const seconds = /^\d{1,7}$/.test(expires) ? Number(expires) : 0;
  if (query.get("X-Amz-Algorithm") !== "AWS4-HMAC-SHA256" || seconds < 1 || seconds > longestLink) {
    throw new S3Error(
      400,
      "AuthorizationQueryParametersError",
      "The query parameters of the link are malformed.",
    );
  }
  const signingDate = readDate(query.get("X-Amz-Date") ?? undefined);
  checkScope(query.get("X-Amz-Credential") ?? "", signingDate, credentials);
  const headers = signedHeaders(req, query.get("X-Amz-SignedHeaders") ?? "", (name) => name === "host");
  const parts = requestParts(req, url);
  const signature = parts.query["X-Amz-Signature"];
  delete parts.query["X-Amz-Signature"];
  // A non-text body counts as unsigned, like the payload of a link.
  const again = await signer(credentials).presign(
    { ...parts, headers, body: { unsigned: true } },
    { signingDate, expiresIn: seconds, signableHeaders: new Set(Object.keys(headers)) },
  );
  const expected = again.query?.["X-Amz-Signature"];
  if (typeof expected !== "string" || typeof signature !== "string" || !same(expected, signature))
    throw mismatch();
  if (now.getTime() >= signingDate.getTime() + seconds * 1000) throw accessDenied("Request has expired");
  if (signingDate.getTime() - now.getTime() > allowedSkew) throw accessDenied("Request is not yet valid");
}

function signer({ region, accessKeyId, secretAccessKey }: S3Credentials): SignatureV4 {
  return new SignatureV4({
    service: "s3",
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
}

function requestParts(req: IncomingMessage, url: URL) {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  // The raw path: `URL` would normalise it.
  const path = (req.url ?? "/").split("?")[0] ?? "/";
  return { method: req.method ?? "", protocol: "http:", hostname: "unused.invalid", path, query };
}

/** Returns the signed headers, which must be present and include the required ones. */
function signedHeaders(
  req: IncomingMessage,
  names: string,
  mustBeSigned: (name: string) => boolean,
): Record<string, string> {
  const listed = names.split(";");
  for (const name of Object.keys(req.headers)) {
    if (mustBeSigned(name) && !listed.includes(name)) {
      throw accessDenied(`There were headers present in the request which were not signed: ${name}`);
    }
  }
  const headers: Record<string, string> = {};
  for (const name of listed) {
    const value = req.headers[name];
    if (value === undefined) throw mismatch();
    headers[name] = Array.isArray(value) ? value.join(",") : value;
  }
  return headers;
}

function checkScope(credential: string, signingDate: Date, { accessKeyId, region }: S3Credentials): void {
  const [key, ...scope] = credential.split("/");
  if (key !== accessKeyId) {
    throw new S3Error(
      403,
      "InvalidAccessKeyId",
      "The access key id you provided does not exist in our records.",
    );
  }
  const day = signingDate.toISOString().slice(0, 10).replaceAll("-", "");
  if (scope.join("/") !== `${day}/${region}/s3/aws4_request`) {
    throw new S3Error(400, "AuthorizationHeaderMalformed", "The credential scope is wrong.");
  }
}

function readDate(text: string | string[] | undefined): Date {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(text));
  const [, year, month, day, hour, minute, second] = match ?? [];
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(date.getTime())) throw accessDenied("A valid date is required");
  return date;
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
