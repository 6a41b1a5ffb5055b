import { request } from "node:http";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Server, startS3Server } from "../support/s3/s3-server";
import { sha256 } from "./storage-bodies";

// The contract suite uses the test server in place of S3, and cannot find what this server accepts wrongly.

const now = new Date("2026-11-05T12:00:00Z");
const body = Buffer.from("hello");
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server({ clock: () => now });
});
afterAll(() => server.close());

type Sent = { method: string; path: string; headers: Record<string, string>; body?: Buffer };

/** Signs a PUT of `body` as a client would; what a test then alters is no longer what was signed. */
async function signedPut({
  signingDate = now,
  ...overrides
}: {
  signingDate?: Date;
  secretAccessKey?: string;
  region?: string;
  accessKeyId?: string;
  service?: string;
} = {}): Promise<Sent> {
  const { accessKeyId, secretAccessKey, region, endpoint } = { ...server.settings, ...overrides };
  const signer = new SignatureV4({
    service: overrides.service ?? "s3",
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
    uriEscapePath: false,
  });
  const path = "/videos/signed.mp4";
  const host = new URL(endpoint).host;
  const headers = { host, "content-type": "video/mp4", "x-amz-content-sha256": sha256(body) };
  const unsigned = { method: "PUT", protocol: "http:", hostname: host, path, query: {}, headers, body };
  const signed = await signer.sign(unsigned, { signingDate });
  return { method: "PUT", path, headers: signed.headers, body };
}

function send({ method, path, headers, body: sent }: Sent): Promise<{ status: number; code: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.settings.endpoint);
    const length = { "content-length": String(sent?.length ?? 0) };
    const asked = request({ hostname, port, path, method, headers: { ...headers, ...length } }, (answer) => {
      let xml = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        xml += piece;
      });
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, code: /<Code>(\w+)<\/Code>/.exec(xml)?.[1] ?? "" });
      });
    });
    asked.on("error", reject);
    asked.end(sent);
  });
}

test("a correctly signed request succeeds", async () => {
  expect(await send(await signedPut())).toEqual({ status: 200, code: "" });
  expect(server.keys()).toEqual(["signed.mp4"]);
});

describe("an invalid S3 request is refused", () => {
  test.each([
    ["anonymous GET", "GET"],
    ["anonymous PUT", "PUT"],
    ["anonymous DELETE", "DELETE"],
  ])("if it is an %s", async (_name, method) => {
    expect(await send({ method, path: "/videos/signed.mp4", headers: {} })).toEqual({
      status: 403,
      code: "AccessDenied",
    });
  });

  test("if any character of the signature changed", async () => {
    const put = await signedPut();
    const authorization = String(put.headers.authorization);
    const from = authorization.length - 64;
    for (let at = from; at < authorization.length; at += 1) {
      const other = authorization[at] === "0" ? "1" : "0";
      const altered = authorization.slice(0, at) + other + authorization.slice(at + 1);
      const answer = await send({ ...put, headers: { ...put.headers, authorization: altered } });
      expect(answer).toEqual({ status: 403, code: "SignatureDoesNotMatch" });
    }
  });

  test.each([
    ["another path", (put: Sent) => ({ ...put, path: "/videos/other.mp4" }), "SignatureDoesNotMatch"],
    ["a dotted path", (put: Sent) => ({ ...put, path: "/videos/x/../signed.mp4" }), "SignatureDoesNotMatch"],
    ["another query", (put: Sent) => ({ ...put, path: `${put.path}?x=1` }), "SignatureDoesNotMatch"],
    ["another method", (put: Sent) => ({ ...put, method: "DELETE" }), "SignatureDoesNotMatch"],
    ["another type", (put: Sent) => withHeader(put, "content-type", "text/html"), "SignatureDoesNotMatch"],
    ["another body", (put: Sent) => ({ ...put, body: Buffer.from("hullo") }), "XAmzContentSHA256Mismatch"],
    [
      "another hash",
      (put: Sent) => withHeader(put, "x-amz-content-sha256", "UNSIGNED-PAYLOAD"),
      "SignatureDoesNotMatch",
    ],
    ["an unsigned header", (put: Sent) => withHeader(put, "x-amz-acl", "public-read"), "AccessDenied"],
    ["no date", (put: Sent) => withHeader(put, "x-amz-date", ""), "AccessDenied"],
    [
      "no grammar",
      (put: Sent) => withHeader(put, "authorization", "AWS4-HMAC-SHA256 x"),
      "AuthorizationHeaderMalformed",
    ],
  ])("if its signature belongs to %s", async (_name, alter, code) => {
    const answer = await send(alter(await signedPut()));
    expect(answer.code).toBe(code);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(server.keys()).toEqual(["signed.mp4"]);
  });

  test.each([
    ["another secret", { secretAccessKey: "wrong" }, "SignatureDoesNotMatch"],
    ["an unknown key id", { accessKeyId: "AKIAWRONG" }, "InvalidAccessKeyId"],
    ["another region", { region: "eu-west-1" }, "AuthorizationHeaderMalformed"],
    ["another service", { service: "sqs" }, "AuthorizationHeaderMalformed"],
    ["16 minutes ago", { signingDate: new Date(now.getTime() - 16 * 60_000) }, "RequestTimeTooSkewed"],
    ["in 16 minutes", { signingDate: new Date(now.getTime() + 16 * 60_000) }, "RequestTimeTooSkewed"],
  ])("if it was signed with or for %s", async (_name, overrides, code) => {
    expect((await send(await signedPut(overrides))).code).toBe(code);
  });
});

function withHeader(put: Sent, name: string, value: string): Sent {
  return { ...put, headers: { ...put.headers, [name]: value } };
}
