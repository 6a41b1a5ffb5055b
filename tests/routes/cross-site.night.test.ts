import { beforeAll, describe, expect, test } from "vitest";
import { findMailChoice } from "~/features/base/mail/mails.queries.server";
import { makeUnsubscribeToken } from "~/features/base/mail/send-mail.server";
import { signedPaths } from "~/server/http/request-checks.server";
import { Browser, type Sent, send } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { makeConsumer } from "../support/people";
import { appUrl } from "../support/test-services";
import { type Change, routeTable } from "./route-table";
import {
  changedTables,
  cookieOf,
  digestRows,
  fillIds,
  formOf,
  makeScene,
  type Scene,
} from "./route-table-scene";
import { listRoutes } from "./routes";

// Forwarded headers of the trusted proxy may tell the client's address, never a form's origin.
const { world, port, build } = await startHttpWorld({
  TRUSTED_PROXY_HOPS: "1",
  GOOGLE_CLIENT_ID: "id",
  GOOGLE_CLIENT_SECRET: "secret",
  GOOGLE_OAUTH_URL: "http://127.0.0.1:9",
});
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(world);
});

/** Requests tried with every origin; each other one is tried with some. */
const usualWays = ["form", "as data", "PUT"];

const { host } = new URL(appUrl);
const evil = "https://evil.example";

/** Headers that must be refused. More origins: app/server/http/request-checks.server.test.ts. */
const origins: Record<string, Record<string, string>> = {
  "another site": { Origin: evil, "Sec-Fetch-Site": "cross-site" },
  "another site, in a browser without Sec-Fetch-Site": { Origin: evil },
  "our origin, but Sec-Fetch-Site says another": { Origin: appUrl, "Sec-Fetch-Site": "cross-site" },
  "a null origin": { Origin: "null", "Sec-Fetch-Site": "cross-site" },
  "no origin, but our Referer": { Referer: `${appUrl}/account` },
  "two origins in one header": { Origin: `${appUrl} ${evil}` },
  "an origin with our name as user": { Origin: `http://${host}@evil.example` },
  "a forwarded host that matches": {
    Origin: evil,
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
  },
  "a Forwarded header that matches": { Origin: evil, Forwarded: "host=evil.example;proto=https" },
  "a Host that matches": { Origin: evil, Host: "evil.example" },
  "our origin in a header of another name": { Origin: evil, "X-Origin": appUrl, "X-Requested-With": "fetch" },
};

/** What an exempt path must answer whatever the origin. */
const anyOrigins = { ...origins, "our own origin": { Origin: appUrl, "Sec-Fetch-Site": "same-origin" } };

interface Target {
  id: string;
  path: string;
  change: Change;
  /** Webhooks carry a signature instead, by POST. */
  signed: boolean;
}

const targets: Target[] = listRoutes().flatMap(({ id }) => {
  const row = routeTable[id];
  if (!row?.change || !build.routes[id]?.module.action) return [];
  const signed = row.path.startsWith("webhooks/") || row.path === "unsubscribe";
  return [{ id, path: row.path, change: row.change, signed }];
});

test("every route with an action is tested", () => {
  const acting = Object.keys(build.routes).filter((id) => build.routes[id]?.module.action);
  expect(targets.map(({ id }) => id).sort()).toEqual(acting.sort());
});

const fill = (text: string) => fillIds(text, scene);

/** Every way to send a form of this route. */
async function waysTo({ id, path, change, signed }: Target): Promise<Record<string, Sent>> {
  const page = `/${fill(path)}`;
  const form = await formOf(change, scene);
  const sent = (method: string, to: string, headers = form.headers, body = form.body): Sent => ({
    method,
    path: to,
    headers,
    body,
  });
  const posts = {
    form: sent("POST", page),
    "as data": sent("POST", `${page}.data`),
    "with ?_data": sent("POST", `${page}?_data=${encodeURIComponent(id)}`),
    "with ?index": sent("POST", `${page}?index`),
    "text/plain": sent("POST", page, { "Content-Type": "text/plain" }),
    "without body": sent("POST", page, {}, undefined),
    "in capitals": sent("POST", page, { "Content-Type": "APPLICATION/X-WWW-FORM-URLENCODED" }),
  };
  return {
    ...(signed ? {} : posts),
    PUT: sent("PUT", page),
    PATCH: sent("PATCH", page),
    DELETE: sent("DELETE", page),
    "PUT as data": sent("PUT", `${page}.data`),
    "an unusual method": sent("PROPFIND", page),
  };
}

describe.each(targets)("the action $id", (target) => {
  // The owner is authorised for most changes, so only the origin check can refuse.
  test("refuses every cross-site request without running anything", async () => {
    const cookie = await cookieOf(world, scene, "owner");
    const before = await digestRows(world);
    const passed: string[] = [];
    for (const [nth, [way, sent]] of Object.entries(await waysTo(target)).entries()) {
      for (const [at, [origin, headers]] of Object.entries(origins).entries()) {
        if (!usualWays.includes(way) && at % 5 !== nth % 5) continue;
        const reply = await send(port, { ...sent, headers: { ...sent.headers, Cookie: cookie, ...headers } });
        const refused = reply.status === 403 && /não veio das nossas páginas/.test(reply.body);
        if (!refused || reply.setCookies.length > 0) passed.push(`${way}, ${origin}: ${reply.status}`);
      }
    }
    expect(passed).toEqual([]);
    expect(changedTables(before, await digestRows(world))).toEqual([]);
  });

  // With Sec-Fetch-Site: who-may-do-what.test.ts.
  test("accepts the same form from this site without Sec-Fetch-Site", async () => {
    const { headers, body } = await formOf(target.change, scene);
    const browser = new Browser({ port, cookie: await cookieOf(world, scene, "owner") });
    const before = await digestRows(world);
    const reply = await browser.ask({
      method: "POST",
      path: `/${fill(target.path)}`,
      headers: { ...headers, Origin: appUrl },
      body,
    });
    // The route itself may refuse the owner; the origin check does not.
    expect(reply.body).not.toContain("não veio das nossas páginas");
    expect(reply.status).toBeLessThan(500);
    if (changedTables(before, await digestRows(world)).length > 0) scene = await makeScene(world);
  });
});

describe("the exemption of signed requests", () => {
  /** Statuses without a valid signature. No streaming service is configured in this world. */
  const unsigned: Record<string, number> = {
    "/webhooks/stripe": 400,
    "/webhooks/stream": 404,
    "/unsubscribe": 404,
  };

  test("covers every exempt path", () => {
    expect(Object.keys(unsigned).sort()).toEqual([...signedPaths].sort());
  });

  test.each(Object.entries(unsigned))(
    "makes %s answer every origin with %i without a signature",
    async (path, status) => {
      const before = await digestRows(world);
      for (const [origin, headers] of Object.entries(anyOrigins)) {
        for (const query of ["", "?token=none", "?index"]) {
          const sent = { ...headers, ...(query === "?index" ? {} : { Accept: "text/html" }) };
          const reply = await send(port, { method: "POST", path: path + query, headers: sent, body: "{}" });
          expect(`${origin} ${query}: ${reply.status}`).toBe(`${origin} ${query}: ${status}`);
        }
      }
      expect(changedTables(before, await digestRows(world))).toEqual([]);
      expect(world.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    },
  );

  test("lets a one-click unsubscription end the mails from any origin", async () => {
    const { services } = world;
    for (const [origin, headers] of Object.entries(anyOrigins)) {
      const { userId } = await makeConsumer(world);
      const token = makeUnsubscribeToken(services.env.SESSION_SECRET, { userId, choice: "reminders" });
      const reply = await send(port, {
        method: "POST",
        path: `/unsubscribe?token=${token}`,
        headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
      const choice = await findMailChoice(services.db, { userId, choice: "reminders" });
      expect(`${origin}: ${reply.status} ${choice}`).toBe(`${origin}: 200 none`);
    }
  });

  test.each([
    "/webhooks/../logout.data",
    "/webhooks/%2e%2e/logout",
    "/webhooks/stripe/../../logout",
    "/webhooks/..\\logout",
  ])("does not extend to %s", async (path) => {
    const cookie = await cookieOf(world, scene, "owner");
    const before = await digestRows(world);
    const headers = { Cookie: cookie, Origin: evil };
    expect((await send(port, { method: "POST", path, headers, body: "" })).status).toBe(403);
    expect(changedTables(before, await digestRows(world))).toEqual([]);
  });
});

test("reading requests are allowed from anywhere and change nothing", async () => {
  const cookie = await cookieOf(world, scene, "owner");
  const before = await digestRows(world);
  for (const { path } of targets) {
    const override = { "X-HTTP-Method-Override": "POST", "X-HTTP-Method": "POST" };
    const headers = { Cookie: cookie, "Sec-Fetch-Site": "cross-site", Referer: evil, ...override };
    for (const query of ["?_method=POST&intent=delete", "?intent=end-others"]) {
      const reply = await send(port, { method: "GET", path: `/${fill(path)}${query}`, headers });
      // The route itself may refuse the owner; the origin check does not.
      expect(reply.body).not.toContain("não veio das nossas páginas");
    }
  }
  expect(changedTables(before, await digestRows(world))).toEqual([]);
});
