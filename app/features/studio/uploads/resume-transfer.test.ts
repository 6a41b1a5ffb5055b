import type { UploadOptions } from "tus-js-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FileTransfer, type TransferState } from "./resume-transfer";

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
  transfer = newTransfer({});
});

function newTransfer(changes: { file?: File; sendTo?: string }) {
  const file = new File(["video"], "aula.mp4");
  const onState = (state: TransferState) => void states.push(state);
  return new FileTransfer({ file, uploadId, Upload: Attempt, onState, onProgress: () => {}, ...changes });
}

afterEach(() => {
  transfer.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a successful transfer is sent, and asks nothing more: the last byte publishes where that is wanted", async () => {
  transfer.go();
  expect(latest().started).toBe(true);
  expect(latest().options).toMatchObject({ uploadUrl: `/creator/uploads/${uploadId}`, retryDelays: null });
  latest().succeed();
  await settle();
  expect(states.map((state) => state.phase)).toEqual(["sending", "sent"]);
  expect(asked).toEqual([]);
});

test("a network failure is retried without limit, with growing delays", async () => {
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

test("a successful chunk resets the delay before the next retry", async () => {
  const attempts = await failSixTimes(503);
  latest().options.onChunkComplete?.(1, 1, 1);
  latest().fail(503);
  await vi.advanceTimersByTimeAsync(1.3 * second);
  expect(Attempt.all.length).toBe(attempts + 1);
});

async function failSixTimes(status: number) {
  transfer.go();
  for (let round = 0; round < 6; round += 1) {
    latest().fail(status);
    await vi.advanceTimersByTimeAsync(40 * second);
  }
  return Attempt.all.length;
}

test("a waiting transfer resumes at once when the network is back, and one that is sending not twice", async () => {
  const attempts = await failSixTimes(0);
  latest().fail(0);
  await settle();
  for (let times = 0; times < 2; times += 1) listeners.dispatchEvent(new Event("online"));
  expect(Attempt.all.length).toBe(attempts + 1);
  expect(phase()).toBe("sending");
});

test("a paused transfer ignores late events and the network being back, and resumes when asked to", async () => {
  transfer.go();
  const first = latest();
  transfer.pause();
  expect(first.aborted).toBe(true);
  first.fail(0);
  first.succeed();
  listeners.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1_000 * second);
  expect(states.map((state) => state.phase)).toEqual(["sending", "paused"]);
  expect(Attempt.all).toHaveLength(1);
  transfer.go();
  expect(Attempt.all).toHaveLength(2);
});

test("a stalled connection is aborted and retried", async () => {
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

test("a refusal ends the transfer with its message, and nothing more is sent", async () => {
  transfer.go();
  latest().fail(422, "videos.videoFormat");
  await settle();
  expect(states.at(-1)).toMatchObject({ phase: "ended", message: "videos.videoFormat" });
  transfer.go();
  await vi.advanceTimersByTimeAsync(1_000 * second);
  expect(Attempt.all).toHaveLength(1);
});

test("an unreadable file is reported as such, and not as a network failure", async () => {
  const moved = new File(["video"], "aula.mp4");
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) };
  transfer = newTransfer({ file: Object.assign(moved, { slice: () => unreadable }) as never });
  transfer.go();
  latest().fail(0);
  await settle();
  expect(states.at(-1)).toMatchObject({ phase: "ended", message: "uploads.fileChanged" });
});

describe("a transfer to the streaming service", () => {
  const sendTo = "https://upload.cloudflarestream.com/tus/1";
  beforeEach(() => {
    transfer = newTransfer({ sendTo });
  });

  test("sends the bytes there, and asks this server at the end", async () => {
    transfer.go();
    expect(latest().options).toMatchObject({ uploadUrl: sendTo, retryDelays: null });
    latest().succeed();
    await settle();
    expect(phase()).toBe("sent");
    expect(asked).toEqual([`POST /creator/uploads/${uploadId} intent=publish`]);
  });

  test.each([
    ["until it is answered", [0, 503, 200], ["offline", "busy"]],
    ["again if the service is slow to notice the file", [409, 409, 200], []],
  ])("asks %s, and sends nothing twice", async (_, statuses, causes) => {
    answers = statuses.map((status) => async () => {
      if (status === 0) throw new TypeError("network");
      return new Response("", { status });
    });
    transfer.go();
    latest().succeed();
    await vi.advanceTimersByTimeAsync(20 * second);
    expect(phase()).toBe("sent");
    expect(asked).toHaveLength(3);
    expect(Attempt.all).toHaveLength(1);
    for (const cause of causes) expect(states).toContainEqual({ phase: "waiting", cause });
  });

  test("is complete if the service no longer knows the upload but has the file", async () => {
    transfer.go();
    latest().fail(404);
    await settle();
    expect(phase()).toBe("sent");
  });

  test("ends with a message if the server rejects further bytes", async () => {
    answers = [async () => new Response("", { status: 409 })];
    transfer.go();
    latest().fail(410);
    await settle();
    expect(states.at(-1)).toEqual({ phase: "ended", message: "uploads.lapsed" });
  });
});
