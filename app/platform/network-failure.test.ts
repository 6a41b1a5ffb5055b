import { decode } from "turbo-stream";
import { afterEach, expect, test, vi } from "vitest";
import { guardFetch, NetworkFailure, onNetworkFailure } from "./network-failure";

const origin = "https://sabia.example";
const heard = vi.fn();
const stop = onNetworkFailure(heard);
afterEach(() => heard.mockClear());

const broken = () =>
  new Response(
    new ReadableStream({ pull: (controller) => controller.error(new TypeError("network error")) }),
    {
      headers: { "Content-Type": "text/x-script" },
    },
  );

const failures: [string, () => Promise<Response>][] = [
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["an answer that breaks off", async () => broken()],
  ["a proxy's page", async () => new Response("<h1>Bad Gateway</h1>", { status: 502 })],
  ["an empty answer", async () => new Response(null)],
];

test.each(failures)(
  "a form that fails by %s results in null, with a status that loads nothing again",
  async (_, send) => {
    const response = await guardFetch(send, origin)(`${origin}/logout.data?lng=en`, { method: "POST" });
    expect(response.status).toBe(503);
    expect((await decode(response.body as ReadableStream<Uint8Array>)).value).toEqual({ data: null });
    expect(heard.mock.calls).toEqual([[undefined], [{ path: "/logout", away: false }]]);
  },
);

test.each(failures)("a navigation that fails by %s throws, and no form is reported", async (_, send) => {
  const asked = guardFetch(send, origin)(new URL("/creator/videos.data", origin), {});
  await expect(asked).rejects.toBeInstanceOf(NetworkFailure);
  expect(heard).not.toHaveBeenCalled();
});

test("a form that the server was not available for is reported so", async () => {
  const send = async () => new Response("Service Unavailable", { status: 503 });
  await guardFetch(send, origin)("/creator-login.data", { method: "POST" });
  expect(heard).toHaveBeenLastCalledWith({ path: "/creator-login", away: true });
});

test("the form of the landing page is reported by its path", async () => {
  await guardFetch(() => Promise.reject(new TypeError()), origin)(`${origin}/_root.data`, { method: "POST" });
  expect(heard).toHaveBeenLastCalledWith({ path: "/", away: false });
});

test.each([200, 400, 500, 503])("Remix' answer with status %i is passed on", async (status) => {
  const answer = new Response("[1]", { status, headers: { "Content-Type": "text/x-script; charset=utf-8" } });
  const response = await guardFetch(async () => answer, origin)("/x.data", { method: "POST" });
  expect([response.status, await response.text()]).toEqual([status, "[1]"]);
  expect(heard.mock.calls).toEqual([[undefined]]);
});

test("a request that the page itself ended stays so", async () => {
  const ended = new AbortController();
  const send = async () => {
    ended.abort();
    throw ended.signal.reason;
  };
  const asked = guardFetch(send, origin)("/marketplace.data", { signal: ended.signal });
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});

test.each(["https://other.example/x.data", "/watch/1/position", "/healthcheck"])(
  "%s is not guarded",
  async (address) => {
    const failure = new TypeError("Failed to fetch");
    const asked = guardFetch(() => Promise.reject(failure), origin)(address, { method: "POST" });
    await expect(asked).rejects.toBe(failure);
    expect(heard).not.toHaveBeenCalled();
  },
);

test("a listener that stopped hears nothing", async () => {
  stop();
  await guardFetch(() => Promise.reject(new TypeError()), origin)("/logout.data", { method: "POST" });
  expect(heard).not.toHaveBeenCalled();
});
