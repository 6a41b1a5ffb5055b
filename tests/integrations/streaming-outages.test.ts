import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { type Streaming, StreamingError } from "~/integrations/streaming/streaming";
import { failureOf } from "../support/failure-of";
import { closeServer, listen } from "../support/listen";
import { adapterFor, anOrder, clip, sendWhole, sourceOf, startStreamSetup } from "./streaming-setup";

const setup = await startStreamSetup({ ffmpeg: false });
const { uid } = await sendWhole(setup.streaming, clip);
await setup.stream.settled();
afterEach(() => {
  setup.stream.setFault("api", undefined);
  setup.stream.setFault("upload", undefined);
});

/** Every method that asks the service. */
const calls: Record<string, (streaming: Streaming) => Promise<unknown>> = {
  beginUpload: (streaming) => streaming.beginUpload(anOrder(1)),
  find: (streaming) => streaming.find(uid),
  askForMp4: (streaming) => streaming.askForMp4(uid),
  prepareDownloads: (streaming) => streaming.prepareDownloads(uid, { mp4: null, sound: null }),
  remove: (streaming) => streaming.remove(uid),
};

const within = (more: { apiUrl?: string; timeoutMs?: number; sendTimeoutMs?: number }) =>
  adapterFor(setup.stream.env, setup.now, more);

/** Neither the API token nor an upload address is to be seen in what is logged. */
function expectNoSecret(failure: unknown): void {
  const seen = inspect(failure, { depth: 10 });
  const secrets = [
    setup.stream.env.CLOUDFLARE_API_TOKEN ?? "-",
    setup.stream.env.CLOUDFLARE_STREAM_WEBHOOK_SECRET ?? "-",
    ...setup.stream.videos().map(({ place }) => place),
  ];
  expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
}

describe.each(Object.entries(calls))(
  "an outage of the streaming service during %s is reported",
  (_, call) => {
    it("if nothing listens", async () => {
      const failure = await failureOf(call(within({ apiUrl: "http://127.0.0.1:1" })));
      expect(failure).toBeInstanceOf(StreamingError);
      expect(failure).toMatchObject({ kind: "unavailable" });
      expectNoSecret(failure);
    });

    it("if there is no response", async () => {
      setup.stream.setFault("api", "hang");
      const failure = await failureOf(call(within({ timeoutMs: 100 })));
      expect(failure).toMatchObject({ name: "StreamingError", kind: "unavailable" });
      expectNoSecret(failure);
    });

    it("if the response dribbles", async () => {
      const server = createServer(async (request, response) => {
        request.resume();
        response.writeHead(200, { "content-type": "application/json" });
        while (!response.destroyed) {
          response.write(" ");
          await sleep(20);
        }
      });
      const port = await listen(server);
      try {
        const failure = await failureOf(call(within({ apiUrl: `http://127.0.0.1:${port}`, timeoutMs: 200 })));
        expect(failure).toMatchObject({ name: "StreamingError", kind: "unavailable" });
      } finally {
        await closeServer(server);
      }
    });

    it.each([
      ["serverError", "unavailable", "Internal error"],
      ["rateLimited", "unavailable", "Rate limited"],
      ["refuse", "refused", "Storage capacity exceeded [10011]"],
      ["cut", "unavailable", "cannot be reached"],
    ] as const)("if Cloudflare answers with %s", async (fault, kind, words) => {
      setup.stream.setFault("api", fault);
      const failure = await failureOf(call(setup.streaming));
      expect(failure).toMatchObject({
        name: "StreamingError",
        kind,
        message: expect.stringContaining(words),
      });
      expectNoSecret(failure);
    });

    it("if the token is refused", async () => {
      const stranger = adapterFor({ ...setup.stream.env, CLOUDFLARE_API_TOKEN: "stranger" }, setup.now);
      const failure = await failureOf(call(stranger));
      expect(failure).toMatchObject({
        kind: "refused",
        message: expect.stringContaining("Authentication error"),
      });
      expect(inspect(failure)).not.toContain("stranger");
    });
  },
);

it.each(["beginUpload", "find", "askForMp4", "prepareDownloads"])(
  "%s reports an outage for an unreadable response",
  async (name) => {
    setup.stream.setFault("api", "garbage");
    const failure = await failureOf(calls[name]?.(setup.streaming) ?? Promise.resolve());
    expect(failure).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("cannot be read"),
    });
  },
);

it("the token follows no redirect", async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(302, { Location: "/elsewhere" }).end();
  });
  const port = await listen(server);
  try {
    const failure = await failureOf(within({ apiUrl: `http://127.0.0.1:${port}` }).find(uid));
    expect(failure).toMatchObject({ kind: "refused" });
    expect(seen).toHaveLength(1);
  } finally {
    await closeServer(server);
  }
});

describe("an outage during the sending is reported", () => {
  const file = Buffer.alloc(6 * 1024 * 1024, 7);
  const begin = () => setup.streaming.beginUpload(anOrder(file.length));

  async function sendTo(uploadUrl: string, streaming = setup.streaming): Promise<unknown> {
    const failure = await failureOf(streaming.send(uploadUrl, sourceOf(file)));
    expectNoSecret(failure);
    return failure;
  }

  it("if nothing listens", async () => {
    const failure = await sendTo("http://127.0.0.1:1/tus");
    expect(failure).toMatchObject({ name: "StreamingError", kind: "unavailable" });
  });

  it("if there is no response", async () => {
    const { uploadUrl } = await begin();
    setup.stream.setFault("upload", "hang");
    const failure = await sendTo(uploadUrl, within({ sendTimeoutMs: 150 }));
    expect(failure).toMatchObject({ name: "StreamingError", kind: "unavailable" });
  });

  it.each([
    ["serverError", "unavailable"],
    ["rateLimited", "unavailable"],
    ["cut", "unavailable"],
    ["garbage", "unavailable"],
    ["refuse", "refused"],
  ] as const)("if Cloudflare answers with %s", async (fault, kind) => {
    const upload = await begin();
    setup.stream.setFault("upload", fault);
    expect(await sendTo(upload.uploadUrl)).toMatchObject({ name: "StreamingError", kind });
    expect(await setup.streaming.find(upload.uid)).toEqual({ state: "waiting" });
    await setup.streaming.remove(upload.uid);
    expect(await setup.streaming.find(upload.uid)).toBeUndefined();
  });
});
