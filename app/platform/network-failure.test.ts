import { decode, encode } from "turbo-stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  guardFetch,
  keepsFormHeader,
  NetworkFailure,
  notBegunHeader,
  onNetworkFailure,
} from "./network-failure";

const origin = "https://sabia.example";
const page = { origin, pathname: "/creator/payments" };
const heard = vi.fn();
const stop = onNetworkFailure(heard);
afterEach(() => heard.mockClear());

const script = { headers: { "Content-Type": "text/x-script" } };
const done = () => new Response("[1]", script);
const post = { method: "POST" };
const dataIn = async ({ body }: Response) => (await decode(body as ReadableStream<Uint8Array>)).value;

const broken = () =>
  new Response(
    new ReadableStream({ pull: (controller) => controller.error(new TypeError("network error")) }),
    { headers: { "Content-Type": "text/x-script" } },
  );

const noAnswer = () => Promise.reject(new TypeError("Failed to fetch"));
const failures: [string, () => Promise<Response>][] = [
  ["no answer", noAnswer],
  ["an answer that breaks off", async () => broken()],
  ["a proxy's page", async () => new Response("<h1>Bad Gateway</h1>", { status: 502 })],
  ["an empty answer", async () => new Response(null)],
];

test.each(failures)(
  "a form whose request fails by %s returns null and revalidates no data",
  async (_, send) => {
    const response = await guardFetch(send, page)(`${origin}/logout.data?lng=en`, post);
    expect(response.status).toBe(503);
    expect(await dataIn(response)).toEqual({ data: null });
    expect(heard.mock.calls).toEqual([[undefined], [{ path: "/logout", failure: "noAnswer" }]]);
  },
);

test.each(failures)(
  "a navigation whose request fails by %s throws and reports no failed form",
  async (_, send) => {
    const asked = guardFetch(send, page)(new URL("/creator/videos.data", origin), {});
    await expect(asked).rejects.toBeInstanceOf(NetworkFailure);
    expect(heard).not.toHaveBeenCalled();
  },
);

test("a form answered with 503 is reported as an unavailable server", async () => {
  const send = async () => new Response("Service Unavailable", { status: 503 });
  await guardFetch(send, page)("/creator-login.data", post);
  expect(heard).toHaveBeenLastCalledWith({ path: "/creator-login", failure: "away" });
});

describe("after a form that failed", () => {
  const answers: (() => Response)[] = [];
  const fail = () => {
    throw new TypeError("Failed to fetch");
  };
  const send = vi.fn(async () => (answers.shift() ?? fail)());
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("the page's data is loaded once the server answers again", async () => {
    const guarded = guardFetch(send, page);
    answers.push(fail, fail, fail, done);
    await guarded("/logout.data", post);
    const asked = guarded("/creator/payments.data", {});
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await (await asked).text()).toBe("[1]");
  });

  test("a wait for the page's data ends with its request", async () => {
    const guarded = guardFetch(send, page);
    await guarded("/logout.data", post);
    const ended = new AbortController();
    const asked = guarded("/creator/payments.data", { signal: ended.signal });
    const refused = expect(asked).rejects.toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(4_000);
    ended.abort();
    await refused;
  });

  test("another page, or the same one later, fails at once", async () => {
    const guarded = guardFetch(send, page);
    await guarded("/logout.data", post);
    await expect(guarded("/creator/videos.data", {})).rejects.toBeInstanceOf(NetworkFailure);
    await expect(guarded("/creator/payments.data", {})).rejects.toBeInstanceOf(NetworkFailure);
  });
});

describe("an action that throws", () => {
  const answer = (status: number, result: object) => async () =>
    new Response(encode(result), { ...script, status });

  test.each([
    [500, "error"],
    [503, "error"],
    [413, "tooLarge"],
  ] as const)("with status %d keeps its form", async (status, failure) => {
    const send = answer(status, { error: new Error("Unexpected Server Error") });
    const response = await guardFetch(send, page)("/account.data", post);
    expect(await dataIn(response)).toEqual({ data: null });
    expect(heard.mock.calls).toEqual([[undefined], [{ path: "/account", failure }]]);
  });

  test("with status 404 leads to its page", async () => {
    const send = answer(404, { error: new Error("Not Found") });
    expect((await guardFetch(send, page)("/account.data", post)).status).toBe(404);
    expect(heard.mock.calls).toEqual([[undefined]]);
  });

  test("does not hide a result that is returned with the same status", async () => {
    const send = answer(500, { data: { failure: "unknown" } });
    const response = await guardFetch(send, page)("/account.data", post);
    expect(await dataIn(response)).toEqual({ data: { failure: "unknown" } });
    expect(heard.mock.calls).toEqual([[undefined]]);
  });

  test("does not change a navigation", async () => {
    const send = answer(500, { error: new Error("Unexpected Server Error") });
    expect((await guardFetch(send, page)("/account.data", {})).status).toBe(500);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe("a form that a guard refuses", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const refused = (reason: string) => () =>
    new Response(encode({ error: { reason, account: "name-of-ana" } }), { ...script, status: 401 });

  test.each(["signedOut", "otherAccount", "secondFactor"])("is kept (%s)", async (failure) => {
    const send = async () => refused(failure)();
    const response = await guardFetch(send, page)("/creator/payments.data", post);
    expect(await dataIn(response)).toEqual({ data: null });
    expect(heard).toHaveBeenLastCalledWith({ path: "/creator/payments", failure });
  });

  test("keeps its page until the person is signed in again", async () => {
    const answers = [refused("signedOut"), refused("signedOut"), refused("signedOut"), done];
    const guarded = guardFetch(async () => (answers.shift() ?? done)(), page);
    await guarded("/questions.data", post);
    const asked = guarded("/creator/payments.data", {});
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await (await asked).text()).toBe("[1]");
    expect(answers).toEqual([]);
  });

  test("is sent again in the name of its author, until it is accepted or another page is opened", async () => {
    const answers = [refused("signedOut"), refused("otherAccount"), done, done, refused("signedOut"), done];
    const send = vi.fn<typeof fetch>(async () => (answers.shift() ?? done)());
    const shown = { ...page };
    const guarded = guardFetch(send, shown);
    const path = "/creator/payments.data";
    for (let times = 0; times < 5; times += 1) await guarded(path, post);
    shown.pathname = "/creator/videos";
    await guarded(path, {});
    shown.pathname = page.pathname;
    await guarded(path, post);
    const accounts = send.mock.calls.map(([, init]) => new Headers(init?.headers).get(keepsFormHeader));
    const [first, author] = ["1", "name-of-ana"];
    expect(accounts).toEqual([first, author, author, first, first, null, first]);
  });
});

describe("a request that the server refused before it began", () => {
  const refused = () =>
    new Response("Too many requests\n", {
      status: 503,
      headers: { "Content-Type": "text/plain", "Retry-After": "3", [notBegunHeader]: "2300" },
    });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is sent again with its body after the time that the server asks for", async () => {
    const answers = [refused(), refused(), done()];
    const send = vi.fn<typeof fetch>(async () => answers.shift() ?? done());
    const init = { method: "POST", body: new URLSearchParams({ email: "ana@example.com" }) };
    const sent = { ...init, headers: new Headers({ [keepsFormHeader]: "1" }) };
    const asked = guardFetch(send, page)("/creator-login.data", init);
    await vi.advanceTimersByTimeAsync(2_299);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await (await asked).text()).toBe("[1]");
    expect(send.mock.calls.map(([, given]) => given)).toEqual([sent, sent, sent]);
    expect(heard.mock.calls).toEqual([[undefined]]);
  });

  test("is given up after several attempts and reported as refused by a busy server", async () => {
    const send = vi.fn(async () => refused());
    const asked = guardFetch(send, page)("/creator-login.data", post);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await asked).status).toBe(503);
    expect(send).toHaveBeenCalledTimes(9);
    expect(heard).toHaveBeenLastCalledWith({ path: "/creator-login", failure: "busy" });
  });

  test("is not sent again once the page has aborted it", async () => {
    const ended = new AbortController();
    const send = vi.fn(async () => refused());
    const asked = guardFetch(send, page)("/marketplace.data", { signal: ended.signal });
    const failed = expect(asked).rejects.toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(100);
    ended.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("is not sent again if a proxy answered 503", async () => {
    const send = vi.fn(async () => new Response("", { status: 503, headers: { "Retry-After": "2" } }));
    await guardFetch(send, page)("/creator-login.data", post);
    expect(send).toHaveBeenCalledTimes(1);
  });
});

test("a failed form of the landing page is reported by its path", async () => {
  await guardFetch(noAnswer, page)(`${origin}/_root.data`, post);
  expect(heard).toHaveBeenLastCalledWith({ path: "/", failure: "noAnswer" });
});

test.each([200, 400, 500, 503])("a Remix response with the status %i is passed on", async (status) => {
  const answer = new Response("[1]", { status, headers: { "Content-Type": "text/x-script; charset=utf-8" } });
  const response = await guardFetch(async () => answer, page)("/x.data", post);
  expect([response.status, await response.text()]).toEqual([status, "[1]"]);
  expect(heard.mock.calls).toEqual([[undefined]]);
});

test("an aborted request keeps its AbortError", async () => {
  const ended = new AbortController();
  const send = async () => {
    ended.abort();
    throw ended.signal.reason;
  };
  const asked = guardFetch(send, page)("/marketplace.data", { signal: ended.signal });
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});

test.each(["https://other.example/x.data", "/watch/1/position", "/healthcheck"])(
  "a request to %s is not guarded",
  async (address) => {
    const failure = new TypeError("Failed to fetch");
    const asked = guardFetch(() => Promise.reject(failure), page)(address, post);
    await expect(asked).rejects.toBe(failure);
    expect(heard).not.toHaveBeenCalled();
  },
);

test("an unsubscribed listener receives no report", async () => {
  stop();
  await guardFetch(noAnswer, page)("/logout.data", post);
  expect(heard).not.toHaveBeenCalled();
});
