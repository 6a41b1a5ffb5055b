/** Routes without a page, in an outage: 503, Retry-After and the product's own text. */
import { afterAll, afterEach, describe, expect, inject, test } from "vitest";
import { type Reply, send } from "../support/browser";
import { openDatabaseLine } from "../support/database-line";
import { startHttpApp } from "../support/http-app";
import { makeAdmin, makeCreator, signIn } from "../support/people";
import { appUrl, startTestWorld } from "../support/test-services";

const line = await openDatabaseLine(inject("postgresUrl"));
afterAll(line.close);
const world = await startTestWorld((url) => ({ DATABASE_URL: line.through(url) }));
const { port, build } = await startHttpApp(world);
afterEach(line.mend);

const creator = await makeCreator(world);
const admin = await makeAdmin(world);
const adminCookie = await signIn(world, admin.userId);

/** Routes without a query before the response, or with a response that others rely on. */
const without = new Set([
  "routes/system/robots",
  "routes/system/security-txt",
  "routes/public/cover-sample",
  "routes/public/cover-jpeg",
  "routes/system/stripe-webhook",
  "routes/system/stream-webhook",
]);
const withoutAction = new Set(["routes/public/google-begin", "routes/public/logout"]);
const withoutLoader = new Set([
  "routes/public/google-begin",
  "routes/public/google-callback",
  "routes/public/logout",
  "routes/public/passkey-options",
  "routes/public/passkey-sign-in",
  "routes/learner/checkout",
  "routes/learner/download",
  "routes/learner/downloads",
  "routes/learner/follow",
  "routes/learner/watch-again",
  "routes/learner/watch-link",
  "routes/learner/watch-position",
]);

const id = "0b8f0e2c-8c1d-4b54-9a53-0c5d6a1c2f11";

function pathOf(routeId: string): string {
  const parts: string[] = [];
  for (let at = build.routes[routeId]; at; at = at.parentId ? build.routes[at.parentId] : undefined) {
    if (at.path) parts.unshift(at.path);
  }
  return `/${parts.join("/")}`
    .replace("export/:file", "export/sales.csv")
    .replace(":part", "0.xml")
    .replace(/:\w+/g, id);
}

const plain = Object.values(build.routes).filter(
  (route) => route && !route.module.default && !without.has(route.id),
);

const cases = plain.flatMap((route) => {
  if (!route) return [];
  const { loader, action } = route.module;
  return [
    ...(loader && !withoutLoader.has(route.id) ? [["GET", pathOf(route.id)] as const] : []),
    ...(action && !withoutAction.has(route.id) ? [["POST", pathOf(route.id)] as const] : []),
  ];
});

function ask(method: string, path: string, accept: string): Promise<Reply> {
  return send(port, {
    method,
    path,
    headers: {
      Cookie: path.startsWith("/admin") ? adminCookie : creator.cookie,
      Origin: appUrl,
      Accept: accept,
      ...(method === "POST" ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
    },
    ...(method === "POST" ? { body: "seconds=1&intent=publish" } : {}),
  });
}

test("the list of plain routes is not empty", () => {
  expect(cases.map(([, path]) => path)).toEqual(
    expect.arrayContaining([
      `/videos/${id}/checkout`,
      `/watch/${id}/link`,
      "/creator/uploads",
      "/sitemap.xml",
    ]),
  );
});

describe("an unavailable database", () => {
  test.each(cases)("shows a browser the error page: %s %s", async (method, path) => {
    await line.cut();
    const reply = await ask(method, path, "text/html,application/xhtml+xml,*/*;q=0.8");
    expect([path, reply.status, reply.headers["retry-after"]]).toEqual([path, 503, "5"]);
    expect(reply.headers["content-type"]).toContain("text/html");
    expect(reply.body).toContain("Estamos fora do ar");
    expect(reply.body).toContain(String(reply.headers["x-request-id"]));
    expect(reply.body).toContain("</html>");
  });

  test.each(cases)("answers other clients with a fixed text: %s %s", async (method, path) => {
    await line.cut();
    const reply = await ask(method, path, "*/*");
    expect([path, reply.status, reply.headers["retry-after"]]).toEqual([path, 503, "5"]);
    expect(reply.headers["content-type"]).toContain("text/plain");
    expect(reply.body).toMatch(/^Estamos fora do ar\n/);
    expect(reply.body).toContain(String(reply.headers["x-request-id"]));
  });

  test("is reported in the other language", async () => {
    await line.cut();
    const html = await ask("POST", `/videos/${id}/checkout?lng=en`, "text/html");
    expect(html.body).toContain("We are temporarily unavailable");
    const plainText = await ask("GET", "/sitemap.xml?lng=en", "*/*");
    expect(plainText.body).toMatch(/^We are temporarily unavailable\n/);
  });

  test("is logged once with its cause, beside the request", async () => {
    await line.cut();
    for (const accept of ["text/html", "*/*"]) {
      const reply = await ask("GET", "/sitemap.xml", accept);
      const told = world.logged.filter(
        ({ req, err }) => err && (req as { id?: string } | undefined)?.id === reply.headers["x-request-id"],
      );
      expect(told.map(({ msg }) => msg)).toEqual(["handler failed"]);
    }
  });
});

test("an error of the product responds 500 with the same text, without Retry-After", async () => {
  const { services } = world;
  const { clock } = services;
  services.clock = () => {
    throw new TypeError("planted bug with a secret");
  };
  const replies = [
    await ask("POST", `/videos/${id}/checkout`, "text/html"),
    await ask("POST", `/watch/${id}/link`, "*/*"),
  ];
  services.clock = clock;
  for (const reply of replies) {
    expect([reply.status, reply.headers["retry-after"]]).toEqual([500, undefined]);
    expect(reply.body).toContain("Algo deu errado");
    expect(reply.body).not.toMatch(/planted|TypeError|node_modules/);
  }
});
