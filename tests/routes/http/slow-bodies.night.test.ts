import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { openConnection, send } from "../../support/browser";
import { startHttpApp } from "../../support/http-app";
import { makeConsumer } from "../../support/people";
import { appUrl, startTestWorld } from "../../support/test-services";

const world = await startTestWorld();
/** A hundredth of the product's limits, to keep the test short. */
const bodyLimits = { wholeMs: 400, windowMs: 400, windowBytes: 300, leftOverMs: 3_000 };
const { port } = await startHttpApp(world, { bodyLimits });

interface Asked {
  path: string;
  headers?: string[];
  /** The declared length. */
  length?: number;
}

function begin({ path, headers = [], length = 1_000 }: Asked) {
  const { socket, answer, answered } = openConnection(port);
  const lines = [`POST ${path} HTTP/1.1`, "Host: localhost:3000", `Content-Length: ${length}`, ...headers];
  socket.write(`${lines.join("\r\n")}\r\n\r\nx`);
  return { socket, answer, answered };
}

/** Sends a byte now and then while connected. */
function dribble(socket: Socket): void {
  const timer = setInterval(() => socket.writable && socket.write("x"), 50);
  socket.once("close", () => clearInterval(timer));
}

const ours = [`Origin: ${appUrl}`];
const foreign = ["Origin: https://evil.example"];
const urlencoded = "Content-Type: application/x-www-form-urlencoded";

describe("a slow body is cut off after its time limit", () => {
  test.each<[string, Asked, RegExp]>([
    ["a form from elsewhere", { path: "/logout", headers: foreign }, /^HTTP\/1\.1 403 /],
    ["an upload from elsewhere", { path: "/creator/upload", headers: foreign }, /^HTTP\/1\.1 403 /],
    ["a video's address", { path: "/files/a/b.mp4", headers: ours }, /^HTTP\/1\.1 405 /],
    ["a thumbnail's address", { path: "/thumbnails/a", headers: ours }, /^HTTP\/1\.1 405 /],
    ["no path", { path: "http://localhost:3000/", headers: ours }, /^HTTP\/1\.1 400 /],
    [
      "an upload of nobody",
      { path: "/creator/upload", headers: ours, length: 9_000_000 },
      /^HTTP\/1\.1 30[23] /,
    ],
    ["a page that takes no form", { path: "/marketplace", headers: ours }, /^HTTP\/1\.1 405 /],
  ])("for %s, with a response at once", async (_, asked, status) => {
    const { socket, answer } = begin(asked);
    dribble(socket);
    const text = await answer;
    expect(text).toMatch(status);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
  });

  test("without a response if a form never completes", async () => {
    const { socket, answer } = begin({ path: "/consumer-login", headers: [...ours, urlencoded] });
    dribble(socket);
    expect(await answer).toBe("");
  });

  test("for all of 300 refused at once", async () => {
    const all = Array.from({ length: 300 }, () => begin({ path: "/logout", headers: foreign }));
    for (const { socket } of all) dribble(socket);
    const answers = await Promise.all(all.map(({ answer }) => answer));
    expect(answers.filter((text) => text.startsWith("HTTP/1.1 403 ")).length).toBe(300);
  });
});

describe("a response before the end of a body", () => {
  const rest = Buffer.alloc(3_000_000, "x");

  test("reaches a sender who reads it last, and the connection ends with the body", async () => {
    const { socket, answer } = begin({
      path: "/creator/upload",
      headers: [...ours, "Content-Type: multipart/form-data; boundary=X"],
      length: rest.length + 1,
    });
    socket.pause();
    await new Promise((resolve) => socket.write(rest, resolve));
    socket.resume();
    const text = await answer;
    expect(text).toMatch(/^HTTP\/1\.1 30[23] /);
    expect(text).toMatch(/\r\nlocation: \S+/i);
  });

  test("is the last response on its connection", async () => {
    const from = world.logged.length;
    const { socket, answer, answered } = begin({ path: "/logout", headers: foreign, length: 10_000 });
    await expect.poll(answered).toMatch(/^HTTP\/1\.1 403 /);
    socket.write(`${"x".repeat(9_999)}GET /smuggled HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`);
    const text = await answer;
    expect(JSON.stringify(world.logged.slice(from))).not.toContain("smuggled");
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test("drops an endless upload after a time, at any speed", async () => {
    const { socket, answer } = begin({
      path: "/creator/upload",
      headers: ours,
      length: 500_000_000,
    });
    const timer = setInterval(() => socket.writable && socket.write("x".repeat(500)), 20);
    socket.once("close", () => clearInterval(timer));
    expect(await answer).toMatch(/^HTTP\/1\.1 30[23] /);
  });
});

test("a connection stays open after a form that was read completely", async () => {
  const beto = await makeConsumer(world);
  const reply = await send(port, {
    method: "POST",
    path: "/consumer-login",
    body: `intent=login&email=${encodeURIComponent(beto.email)}&password=wrong`,
    headers: {
      Origin: appUrl,
      "Content-Type": "application/x-www-form-urlencoded",
      Connection: "keep-alive",
    },
  });
  expect(reply.status).toBe(400);
  expect(reply.headers.connection).toBe("keep-alive");
});
