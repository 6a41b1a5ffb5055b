import type { UploadOptions } from "tus-js-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FileTransfer, type TransferState } from "~/features/studio/uploads/file-transfer";

/** What tus-js-client was asked, and what it would say. */
class Attempt {
  static all: Attempt[] = [];
  aborted = false;
  started = false;
  constructor(
    readonly file: File,
    readonly options: UploadOptions,
  ) {
    Attempt.all.push(this);
  }
  start() {
    this.started = true;
  }
  async abort() {
    this.aborted = true;
  }
  fail(status: number, body = "") {
    const originalResponse = status === 0 ? null : { getStatus: () => status, getBody: () => body };
    this.options.onError?.(Object.assign(new Error("tus"), { originalResponse }));
  }
  succeed() {
    this.options.onSuccess?.({ lastResponse: {} as never });
  }
}

const uploadId = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";
const second = 1_000;
const listeners = new EventTarget();
let states: TransferState[];
let answers: (() => Promise<Response>)[];
let asked: string[];
let transfer: FileTransfer;

const latest = () => Attempt.all.at(-1) ?? expect.fail("nothing was sent");
const phase = () => states.at(-1)?.phase;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", listeners.addEventListener.bind(listeners));
  vi.stubGlobal("removeEventListener", listeners.removeEventListener.bind(listeners));
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path} ${String(init.body)}`);
    const answer = answers.shift();
    return answer ? answer() : new Response("", { status: 200 });
  });
  Attempt.all = [];
  states = [];
  answers = [];
  asked = [];
  transfer = new FileTransfer({
    file: new File(["video"], "aula.mp4"),
    uploadId,
    Upload: Attempt,
    onState: (state) => states.push(state),
    onProgress: () => {},
  });
});

afterEach(() => {
  transfer.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("all goes well: sent, then asked to publish, then published", async () => {
  transfer.go();
  expect(latest().started).toBe(true);
  expect(latest().options).toMatchObject({ uploadUrl: `/creator/uploads/${uploadId}`, retryDelays: null });
  latest().succeed();
  await settle();
  expect(states.map((state) => state.phase)).toEqual(["sending", "publishing", "published"]);
  expect(asked).toEqual([`POST /creator/uploads/${uploadId} intent=publish`]);
});

test("a network failure is retried without end, each time a little later", async () => {
  transfer.go();
  let waited = 0;
  for (let round = 0; round < 12; round += 1) {
    const attempts = Attempt.all.length;
    latest().fail(0);
    await settle();
    expect(states.at(-1)).toEqual({ phase: "waiting", cause: "offline" });
    while (Attempt.all.length === attempts) {
      await vi.advanceTimersByTimeAsync(100);
      waited += 100;
    }
  }
  // 1, 2, 4, 8, 16 and then 30 seconds, give or take a quarter.
  expect(waited).toBeGreaterThan(0.75 * 241 * second);
  expect(waited).toBeLessThan(1.3 * 241 * second);
});

test("a successful chunk resets the wait before the next retry", async () => {
  transfer.go();
  for (let round = 0; round < 6; round += 1) {
    latest().fail(503);
    await vi.advanceTimersByTimeAsync(40 * second);
  }
  latest().options.onChunkComplete?.(1, 1, 1);
  const attempts = Attempt.all.length;
  latest().fail(503);
  await vi.advanceTimersByTimeAsync(1.3 * second);
  expect(Attempt.all.length).toBe(attempts + 1);
});

test("when the line is back, it goes on at once", async () => {
  transfer.go();
  for (let round = 0; round < 6; round += 1) {
    latest().fail(0);
    await vi.advanceTimersByTimeAsync(40 * second);
  }
  latest().fail(0);
  await settle();
  const attempts = Attempt.all.length;
  listeners.dispatchEvent(new Event("online"));
  expect(Attempt.all.length).toBe(attempts + 1);
  expect(phase()).toBe("sending");
});

test("the line being back starts nothing that was paused, and nothing twice", async () => {
  transfer.go();
  listeners.dispatchEvent(new Event("online"));
  expect(Attempt.all).toHaveLength(1);
  transfer.pause();
  listeners.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1_000 * second);
  expect(Attempt.all).toHaveLength(1);
  expect(phase()).toBe("paused");
});

test("paused, nothing is sent, and what still comes of it is not heard; then it goes on", async () => {
  transfer.go();
  const first = latest();
  transfer.pause();
  expect(first.aborted).toBe(true);
  first.fail(0);
  first.succeed();
  await settle();
  expect(states.map((state) => state.phase)).toEqual(["sending", "paused"]);
  transfer.go();
  expect(Attempt.all).toHaveLength(2);
  expect(phase()).toBe("sending");
});

test("a line on which nothing moves is given up and tried again", async () => {
  transfer.go();
  for (let minute = 0; minute < 5; minute += 1) {
    latest().options.onProgress?.(minute, 100);
    await vi.advanceTimersByTimeAsync(60 * second);
  }
  expect(Attempt.all).toHaveLength(1);
  const [first] = Attempt.all;
  await vi.advanceTimersByTimeAsync(65 * second);
  expect(first?.aborted).toBe(true);
  expect(Attempt.all).toHaveLength(2);
});

test("an upload whose session ended asks for a sign-in and resumes after it", async () => {
  transfer.go();
  latest().fail(401);
  await vi.advanceTimersByTimeAsync(1_000 * second);
  expect(states.at(-1)).toEqual({ phase: "asking", message: "uploads.sessionEnded" });
  expect(Attempt.all).toHaveLength(1);
  transfer.go();
  expect(Attempt.all).toHaveLength(2);
});

test.each([
  [404, "", "uploads.gone"],
  [413, "", "uploads.longerThanSaid"],
  [422, "videos.videoFormat", "videos.videoFormat"],
  [507, "", "videos.uploadVideoFailed"],
])("%d ends it, and nothing more is sent", async (status, body, message) => {
  transfer.go();
  latest().fail(status, body);
  await settle();
  expect(states.at(-1)).toMatchObject({ phase: "ended", message });
  transfer.go();
  await vi.advanceTimersByTimeAsync(1_000 * second);
  expect(Attempt.all).toHaveLength(1);
});

test("a file that can no longer be read is reported as that, not as a network failure", async () => {
  const moved = new File(["video"], "aula.mp4");
  moved.slice = () =>
    ({ arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) }) as never;
  transfer = new FileTransfer({
    file: moved,
    uploadId,
    Upload: Attempt,
    onState: (state) => states.push(state),
    onProgress: () => {},
  });
  transfer.go();
  latest().fail(0);
  await settle();
  expect(states.at(-1)).toMatchObject({ phase: "ended", message: "uploads.fileChanged" });
});

test("publishing is asked for until there is an answer, and nothing is sent again meanwhile", async () => {
  answers = [
    () => Promise.reject(new TypeError("network")),
    async () => new Response("", { status: 503 }),
    async () => new Response("", { status: 200 }),
  ];
  transfer.go();
  latest().succeed();
  await vi.advanceTimersByTimeAsync(10 * second);
  expect(phase()).toBe("published");
  expect(asked).toHaveLength(3);
  expect(Attempt.all).toHaveLength(1);
  expect(states).toContainEqual({ phase: "waiting", cause: "offline" });
  expect(states).toContainEqual({ phase: "waiting", cause: "busy" });
});

test("an upload reported complete, then incomplete, continues from the server's offset", async () => {
  answers = [async () => new Response("", { status: 409 })];
  transfer.go();
  latest().succeed();
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(Attempt.all).toHaveLength(2);
  latest().succeed();
  await settle();
  expect(phase()).toBe("published");
});

test("refused at the end: the message", async () => {
  answers = [async () => new Response("videos.videoFormat", { status: 422 })];
  transfer.go();
  latest().succeed();
  await settle();
  expect(states.at(-1)).toMatchObject({ phase: "ended", message: "videos.videoFormat" });
});

describe("to the streaming service itself", () => {
  const sendTo = "https://upload.cloudflarestream.com/tus/1";
  beforeEach(() => {
    transfer = new FileTransfer({
      file: new File(["video"], "aula.mp4"),
      uploadId,
      sendTo,
      Upload: Attempt,
      onState: (state) => states.push(state),
      onProgress: () => {},
    });
  });

  test("the bytes go there, and our own server is asked at the end", async () => {
    transfer.go();
    expect(latest().options).toMatchObject({ uploadUrl: sendTo, retryDelays: null });
    latest().succeed();
    await settle();
    expect(phase()).toBe("published");
    expect(asked).toEqual([`POST /creator/uploads/${uploadId} intent=publish`]);
  });

  test("slow to notice that it has the file: asked again, and nothing is sent twice", async () => {
    answers = [409, 409, 200].map((status) => async () => new Response("", { status }));
    transfer.go();
    latest().succeed();
    await vi.advanceTimersByTimeAsync(20 * second);
    expect(phase()).toBe("published");
    expect(Attempt.all).toHaveLength(1);
  });

  test.each([401, 404, 410])("%d: it takes no more, but has the file: published", async (status) => {
    transfer.go();
    latest().fail(status);
    await settle();
    expect(phase()).toBe("published");
  });

  test("a server that rejects further bytes ends the upload with a message", async () => {
    answers = [
      async () => new Response("", { status: 409 }),
      async () => new Response(null, { status: 204 }),
    ];
    transfer.go();
    latest().fail(410);
    await settle();
    expect(states.at(-1)).toEqual({ phase: "ended", message: "uploads.lapsed" });
    expect(asked.at(-1)).toMatch(/^DELETE /);
  });

  test("away, it is tried again", async () => {
    transfer.go();
    latest().fail(503);
    await settle();
    expect(states.at(-1)).toEqual({ phase: "waiting", cause: "busy" });
  });
});
