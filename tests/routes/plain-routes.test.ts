/** Routes without a page, in an outage: 503, Retry-After and the product's own text. */
import { afterEach, describe, expect, test } from "vitest";
import { Browser, type Reply } from "../support/browser";
import { startWorldOnLine } from "../support/database-line";
import { startHttpApp } from "../support/http-app";
import { makeAdmin, makeCreator } from "../support/people";

const { line, world } = await startWorldOnLine();
const { port, build } = await startHttpApp(world);
afterEach(line.mend);

const creator = await makeCreator(world);
const admin = await makeAdmin(world);

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
  const browser = new Browser({ port, cookie: path.startsWith("/admin") ? admin.cookie : creator.cookie });
  const headers = { Accept: accept };
  if (method === "GET") return browser.get(path, headers);
  return browser.post(path, { seconds: "1", intent: "publish" }, headers);
}

test("the list of plain routes is not empty", () => {
  const some = [`/videos/${id}/checkout`, `/watch/${id}/link`, "/creator/uploads", "/sitemap.xml"];
  expect(cases.map(([, path]) => path)).toEqual(expect.arrayContaining(some));
});

describe("an unavailable database", () => {
  test.each(cases)(
    "shows a browser the error page, and other clients a fixed text: %s %s",
    async (method, path) => {
      await line.cut();
      const page = await ask(method, path, "text/html,application/xhtml+xml,*/*;q=0.8");
      expect(page.headers["content-type"]).toContain("text/html");
      expect(page.body).toContain("Estamos fora do ar");
      expect(page.body).toContain("</html>");
      const text = await ask(method, path, "*/*");
      expect(text.headers["content-type"]).toContain("text/plain");
      expect(text.body).toMatch(/^Estamos fora do ar\n/);
      for (const reply of [page, text]) {
        expect([path, reply.status, reply.headers["retry-after"]]).toEqual([path, 503, "5"]);
        expect(reply.body).toContain(String(reply.headers["x-request-id"]));
      }
    },
  );

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
