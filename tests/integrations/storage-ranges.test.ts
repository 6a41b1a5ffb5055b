import { type IncomingHttpHeaders, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bodyOf, bytesOf } from "./storage-bodies";
import { tryDisk } from "./storage-stores";

const key = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/videos/range.mp4";
const emptyKey = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/videos/empty.mp4";
const length = 1000;
const bytes = bytesOf(length);
const grant = () => ({ viewerId: "viewer", expiresAt: new Date(Date.now() + 3_600_000) });

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Expected = "whole" | "unsatisfiable" | readonly [start: number, end: number];

let tried: Awaited<ReturnType<typeof tryDisk>>;
let link: string;
let emptyLink: string;

beforeAll(async () => {
  tried = await tryDisk();
  await tried.storage.put(key, bodyOf(bytes));
  await tried.storage.put(emptyKey, bodyOf(Buffer.alloc(0)));
  link = tried.addressOf(await tried.storage.signedUrl(key, grant()));
  emptyLink = tried.addressOf(await tried.storage.signedUrl(emptyKey, grant()));
});
afterAll(() => tried.close());

/** A request with headers exactly as given, which `fetch` would tidy up. */
function ask(method: string, address: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("error", reject);
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) });
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** `forGet` is what GET answers: HEAD ignores ranges (RFC 9110, section 14.2). */
function check(method: string, answer: Answer, forGet: Expected): void {
  const { status, headers, body } = answer;
  const expected = method === "HEAD" ? "whole" : forGet;
  if (expected === "unsatisfiable") {
    expect(status).toBe(416);
    expect(headers["content-range"]).toBe(`bytes */${length}`);
    expect(headers["cache-control"]).toBe("no-store");
    return;
  }
  const [start, end] = expected === "whole" ? [0, length - 1] : expected;
  expect(status).toBe(expected === "whole" ? 200 : 206);
  expect(headers["content-range"]).toBe(expected === "whole" ? undefined : `bytes ${start}-${end}/${length}`);
  expect(headers["content-length"]).toBe(String(end - start + 1));
  expect(headers["accept-ranges"]).toBe("bytes");
  expect(headers["content-type"]).toBe("video/mp4");
  expect(headers["cache-control"]).toMatch(/^private, max-age=\d+$/);
  expect(headers["content-disposition"]).toBe("inline");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(body).toEqual(method === "HEAD" ? Buffer.alloc(0) : bytes.subarray(start, end + 1));
}

/** All well-formed ranges: app/integrations/storage/file-headers.test.ts. */
const cases: readonly (readonly [range: string | undefined, expected: Expected])[] = [
  [undefined, "whole"],
  ["bytes=0-0", [0, 0]],
  ["bytes=500-999", [500, 999]],
  ["bytes=007-009", [7, 9]],
  ["BYTES=1-2", [1, 2]],
  ["bytes=999-", [999, 999]],
  ["bytes=990-99999999999999999999999", [990, 999]],
  ["bytes=-1", [999, 999]],
  [`bytes=-${"9".repeat(400)}`, [0, 999]],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=1000-", "unsatisfiable"],
  [`bytes=${"9".repeat(400)}-`, "unsatisfiable"],
  ["bytes=1000-1001,5000-", "unsatisfiable"],
  // Nonsense and other units: as if there were no header.
  ["bytes=5-2", "whole"],
  ["bytes=0-0,5-2", "whole"],
  ["bytes=", "whole"],
  ["bytes=a-b", "whole"],
  ["bytes=1.5-3", "whole"],
  ["bytes=5-8-9", "whole"],
  ["bytes=1 -5", "whole"],
  ["items=0-5", "whole"],
  // Several: met as one where they touch, else whole.
  ["bytes=0-5, 3-9", [0, 9]],
  ["bytes=5-9,,0-4", [0, 9]],
  ["bytes=0-0,5000-", [0, 0]],
  ["bytes=0-0,-1", "whole"],
  [`bytes=${Array.from({ length: 9 }, () => "0-0").join(",")}`, "whole"],
];

test.each(cases)("a stored object answers Range: %s", async (range, expected) => {
  check("GET", await ask("GET", link, range === undefined ? {} : { Range: range }), expected);
});

describe.each(["GET", "HEAD"])("%s of a stored object", (method) => {
  const askIfRange = async (ifRange: (headers: IncomingHttpHeaders) => string, range = "bytes=10-19") => {
    const { headers } = await ask(method, link, {});
    return ask(method, link, { Range: range, "If-Range": ifRange(headers) });
  };

  test("accepts the strong ETag and the date in If-Range", async () => {
    const { headers } = await ask(method, link, {});
    expect(headers.etag).toMatch(/^"[^"]+"$/);
    check(method, await askIfRange((seen) => String(seen.etag)), [10, 19]);
    check(method, await askIfRange((seen) => String(seen["last-modified"])), [10, 19]);
  });

  test.each([
    ["another ETag", () => '"another"'],
    ["the ETag as a weak one", (seen: IncomingHttpHeaders) => `W/${seen.etag}`],
    ["the ETag among others", (seen: IncomingHttpHeaders) => `"a", ${seen.etag}`],
    ["any", () => "*"],
    ["a later date", () => "Fri, 01 Jan 2038 00:00:00 GMT"],
    ["no date", () => "yesterday"],
  ])("is complete for If-Range with %s, and for a range out of bounds", async (_name, ifRange) => {
    check(method, await askIfRange(ifRange), "whole");
    check(method, await askIfRange(ifRange, "bytes=5000-"), "whole");
  });

  test("answers 304 if unchanged, and 412 for If-Match of another version", async () => {
    const { headers } = await ask(method, link, {});
    const etag = String(headers.etag);
    const unchanged = await ask(method, link, { "If-None-Match": etag, Range: "bytes=0-9" });
    expect(unchanged.status).toBe(304);
    expect(unchanged.body).toHaveLength(0);
    expect((await ask(method, link, { "If-Match": '"another"' })).status).toBe(412);
    check(method, await ask(method, link, { "If-Match": etag, Range: "bytes=0-9" }), [0, 9]);
  });

  test("sends an empty object without a range, and has no range of it", async () => {
    const whole = await ask(method, emptyLink, {});
    expect(whole.status).toBe(200);
    expect(whole.headers["content-length"]).toBe("0");
    for (const range of ["bytes=0-", "bytes=-1"]) {
      const answer = await ask(method, emptyLink, { Range: range });
      expect(answer.status).toBe(method === "HEAD" ? 200 : 416);
      expect(answer.headers["content-range"]).toBe(method === "HEAD" ? undefined : "bytes */0");
    }
  });
});

test("a replaced object has another ETag", async () => {
  const before = await ask("HEAD", emptyLink, {});
  await tried.storage.put(emptyKey, bodyOf(Buffer.alloc(0)));
  const after = await ask("HEAD", emptyLink, {});
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test("an object is released if its viewer disconnects", async () => {
  const large = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/videos/large.mp4";
  await tried.storage.put(large, bodyOf(bytesOf(8_000_000)));
  const address = tried.addressOf(await tried.storage.signedUrl(large, grant()));
  for (let round = 0; round < 20; round += 1) {
    await new Promise<void>((resolve) => {
      const asked = request(address, (answer) => answer.once("data", () => asked.destroy()));
      asked.on("error", () => {});
      asked.on("close", resolve);
      asked.end();
    });
  }
  check("GET", await ask("GET", link, { Range: "bytes=0-9" }), [0, 9]);
});
