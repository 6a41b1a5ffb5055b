import { expect, test, vi } from "vitest";
import { answerLostLine, isLostLine, onLostLine, tellLostLine } from "./network-failure";

test.each([
  ["Chrome's", new TypeError("Failed to fetch"), true],
  ["Firefox's", new TypeError("NetworkError when attempting to fetch resource."), true],
  ["Safari's", new TypeError("Load failed"), true],
  ["a proxy's page", new Error("Unable to decode turbo-stream response from URL: /login.data"), true],
  ["an empty answer", new Error("No response body to decode"), true],
  ["an answer that broke off, in Chrome", new TypeError("network error"), true],
  ["the server's bug, a TypeError", new TypeError("Unexpected Server Error"), false],
  ["the page's bug, a TypeError", new TypeError("Cannot read properties of null (reading 'done')"), false],
  ["the same words of another error", new Error("Failed to fetch"), false],
  ["our own bug", new Error("Unexpected Server Error"), false],
  ["a refusal", { status: 404, data: null }, false],
  ["nothing", undefined, false],
])("%s error", (_, error, lost) => expect(isLostLine(error)).toBe(lost));

const args = (serverAction: () => Promise<unknown>) =>
  ({ serverAction }) as unknown as Parameters<typeof tellLostLine>[0];

test("an answer is passed on, and so is a failure of ours, and nobody is told of a lost line", async () => {
  const tell = vi.fn();
  const stop = onLostLine(tell);
  expect(await tellLostLine(args(async () => "saved"))).toBe("saved");
  const bug = new Error("Unexpected Server Error");
  await expect(tellLostLine(args(() => Promise.reject(bug)))).rejects.toBe(bug);
  expect(tell.mock.calls).toEqual([[undefined], [undefined]]);
  stop();
});

test("a lost line is told, and answered as a failure: the page's data is not loaded anew", async () => {
  const tell = vi.fn();
  const stop = onLostLine(tell);
  const lose = () => Promise.reject(new TypeError("Failed to fetch"));
  const answer = (await tellLostLine(args(lose))) as Response;
  expect(answer.status).toBe(503);
  expect(await answer.json()).toBeNull();
  expect(tell.mock.calls).toEqual([
    [undefined],
    [{ title: "errors.noAnswerTitle", description: "errors.noAnswer" }],
  ]);
  stop();
  await tellLostLine(args(lose));
  expect(tell).toHaveBeenCalledTimes(2);
  const own = (await answerLostLine(lose as never, () => ({ ok: false }))) as Response;
  expect(await own.json()).toEqual({ ok: false });
});
