import { readdirSync } from "node:fs";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { Browser, openConnection, send } from "../../support/browser";
import { loadBuild, startHttpApp, startHttpWorld } from "../../support/http-app";
import { makeCreator } from "../../support/people";

const { world, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });

/** Sends a request line as given. Returns the status. */
async function ask(line: string, headers: string[] = []): Promise<number> {
  const { socket, answer } = openConnection(port);
  socket.write(`${[line, "Host: localhost:3000", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1]);
}

describe("a request is refused before routing without a server error", () => {
  test.each([
    ["GET http://localhost:3000/healthcheck HTTP/1.1", 400],
    ["OPTIONS * HTTP/1.1", 400],
    ["PROPFIND /marketplace HTTP/1.1", 405],
    ["GET /marketplace?%5Fdata=routes%2Flearner%2Fmarketplace HTTP/1.1", 400],
  ])("for %s with %i", async (line, status) => {
    const from = world.logged.length;
    // The origin check of changing requests comes first.
    expect(await ask(line, status === 405 ? ["Origin: http://localhost:3000"] : [])).toBe(status);
    expect(world.logged.slice(from).filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

test("an invalid forwarded scheme is ignored", async () => {
  for (const scheme of ["javascript", "not a scheme", "https,http", "\u00ff"]) {
    const reply = await send(port, { path: "/marketplace", headers: { "X-Forwarded-Proto": scheme } });
    expect([scheme, reply.status]).toEqual([scheme, 200]);
  }
});

test.each([404, "paid"])(
  "the field status of a loader's data does not set the response's: %s",
  async (status) => {
    const build = await loadBuild();
    const id = "routes/public/landing";
    const route = build.routes[id];
    if (!route) throw new Error("no landing page");
    const loader = async (args: LoaderFunctionArgs) => {
      const own = (await route.module.loader?.(args)) as object;
      return { ...own, status, data: 1, headers: {} };
    };
    const routes = { ...build.routes, [id]: { ...route, module: { ...route.module, loader } } };
    const app = await startHttpApp(world, { build: { ...build, routes } });
    expect((await send(app.port, { path: "/" })).status).toBe(200);
    expect((await send(app.port, { path: "/_root.data" })).status).toBe(200);
  },
);

describe("a HEAD request ignores Range", () => {
  const range = { Range: "bytes=0-9" };
  test.each([
    "/favicon.svg",
    `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`,
  ])("for %s", async (path) => {
    expect((await send(port, { path, headers: range })).status).toBe(206);
    const whole = await send(port, { method: "HEAD", path });
    const reply = await send(port, { method: "HEAD", path, headers: range });
    expect(reply.status).toBe(200);
    expect(reply.headers["content-range"]).toBeUndefined();
    expect(reply.headers["content-length"]).toBe(whole.headers["content-length"]);
    const beyond = await send(port, { method: "HEAD", path, headers: { Range: "bytes=99999999-" } });
    expect(beyond.status).toBe(200);
  });

  test("for a page", async () => {
    const ana = await makeCreator(world);
    const reply = await new Browser({ port, cookie: ana.cookie }).ask({
      method: "HEAD",
      path: "/creator/dashboard",
      headers: range,
    });
    expect(reply.status).toBe(200);
  });
});
