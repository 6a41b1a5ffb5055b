/** More concurrent requests than the database can serve: they wait in order, or are refused before anything ran. */
import type { ServerBuild } from "@remix-run/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAdmission, createRequestLimit, Shed } from "~/server/http/admission.server";
import { Browser, type Reply, send } from "../../support/browser";
import { loadBuild, startHttpApp } from "../../support/http-app";
import { appUrl, startTestWorld } from "../../support/test-services";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const build = await loadBuild();

/** Runs of each slow route, and what lets them end. */
let runs = { page: 0, form: 0, webhook: 0 };
let release = () => {};
let held = Promise.resolve();
function hold(): void {
  runs = { page: 0, form: 0, webhook: 0 };
  held = new Promise((resolve) => {
    release = resolve;
  });
}

/** The product with a login page, its form and a webhook that wait for `release`. */
function slowed(): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const counted = <Handler extends (args: never) => unknown>(
      kind: keyof typeof runs,
      handler: Handler | undefined,
    ) =>
      (async (args: never) => {
        runs[kind] += 1;
        await held;
        return handler?.(args) ?? null;
      }) as unknown as Handler;
    const { module } = route;
    if (id.endsWith("public/consumer-login")) {
      const { loader, action } = module;
      return [
        id,
        { ...route, module: { ...module, loader: counted("page", loader), action: counted("form", action) } },
      ];
    }
    if (id.endsWith("stripe-webhook"))
      return [id, { ...route, module: { ...module, action: counted("webhook", module.action) } }];
    return [id, route];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

const admission = { reads: createRequestLimit(1, 1), actions: createRequestLimit(1, 1) };
const { port } = await startHttpApp(world, { build: slowed(), admission });

const html = { Accept: "text/html,*/*" };
const login = { intent: "login", email: "nobody@example.com", "note <1>": 'um "dois"\r\ntrês & <b>' };
const openPage = (path = "/consumer-login") => new Browser({ port }).get(path, html);
const sendForm = (fields: Record<string, string> = login, path = "/consumer-login") =>
  new Browser({ port }).post(path, fields, html);

/** Sends until one runs, one waits and one is refused. Returns the refused one. */
async function fill(kind: keyof typeof runs, lane: keyof typeof admission, ask: () => Promise<Reply>) {
  hold();
  const first = ask();
  await expect.poll(() => runs[kind], { timeout: 20_000 }).toBe(1);
  const second = ask();
  await expect.poll(() => admission[lane].counts.waiting, { timeout: 20_000 }).toBe(1);
  const refused = await ask();
  return { refused, both: [first, second] };
}

test("a page beyond the queue is refused with a page that retries without script, and the others are served in turn", async () => {
  const { refused, both } = await fill("page", "reads", () => openPage());
  expect(refused.status).toBe(503);
  expect(refused.headers["retry-after"]).toMatch(/^[2-5]$/);
  expect(refused.headers.refresh).toBe(refused.headers["retry-after"]);
  expect(refused.headers["cache-control"]).toBe("no-store");
  expect(Number(refused.headers["x-not-begun"])).toBeGreaterThan(1_000);
  expect(refused.body).toContain('<html lang="pt-BR">');
  expect(refused.body).toContain("Muita gente ao mesmo tempo");
  expect(refused.body).not.toContain("<script");
  expect((await openPage("/consumer-login?lng=en")).body).toContain("Many people at once");
  expect(runs.page).toBe(1);
  release();
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  expect(runs.page).toBe(2);
  expect(admission.reads.counts).toMatchObject({ active: 0, waiting: 0, shed: 2 });
});

test("a data request beyond the queue is refused with the header that allows a script to retry", async () => {
  const { refused, both } = await fill("page", "reads", () =>
    new Browser({ port }).get("/consumer-login.data"),
  );
  expect(refused).toMatchObject({ status: 503, headers: { "content-type": "text/plain; charset=utf-8" } });
  expect(refused.headers["x-not-begun"]).toBeDefined();
  expect(refused.headers.refresh).toBeUndefined();
  release();
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
});

test("a form beyond the queue is returned in a page that sends it again, and nothing of it has run", async () => {
  const path = "/consumer-login?returnTo=%2Fpurchases";
  const { refused, both } = await fill("form", "actions", () => sendForm(login, path));
  expect(refused.status).toBe(503);
  expect(refused.headers.refresh).toBeUndefined();
  expect(refused.body).toContain('<form method="post" action="/consumer-login?returnTo=%2Fpurchases">');
  expect(refused.body).toContain('<input type="hidden" name="intent" value="login">');
  expect(refused.body).toContain(
    '<input type="hidden" name="note &#60;1&#62;" value="um &#34;dois&#34;&#13;\ntrês &#38; &#60;b&#62;">',
  );
  expect(refused.body).not.toContain("<script");
  expect(runs.form).toBe(1);
  release();
  // Their bytes were read before they were admitted, and the action has read them again: the password is missing.
  for (const { status, body } of await Promise.all(both)) {
    expect(status).toBe(400);
    expect(body).toContain('value="nobody@example.com"');
  }
});

test("a page never contains a password: a refused login leads back to its form", async () => {
  const secret = "Segredo 9317";
  const { refused, both } = await fill("form", "actions", () => sendForm({ ...login, password: secret }));
  expect(refused.status).toBe(503);
  expect(refused.body).not.toContain(secret);
  expect(refused.body).not.toContain("<form");
  expect(refused.body).toContain('<a href="/consumer-login">Voltar ao formulário</a>');
  release();
  await Promise.all(both);
});

test("static files, the healthcheck and webhooks are not limited", async () => {
  const { both } = await fill("form", "actions", () => sendForm());
  for (const path of ["/offline.css", "/favicon.svg", "/healthcheck", "/marketplace"])
    expect([path, (await send(port, { path })).status]).toEqual([path, 200]);
  release();
  const webhook = await send(port, { method: "POST", path: "/webhooks/stripe", body: "{}" });
  expect(webhook.status).toBe(400);
  await Promise.all(both);
});

test("a form that arrives slowly holds no slot", async () => {
  hold();
  release();
  const body = new URLSearchParams(login).toString();
  const { request } = await import("node:http");
  const slow = new Promise<number>((resolve, reject) => {
    const sending = request(
      {
        host: "127.0.0.1",
        port,
        method: "POST",
        path: "/consumer-login",
        agent: false,
        headers: {
          Host: new URL(appUrl).host,
          Origin: appUrl,
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": Buffer.byteLength(body),
        },
      },
      (res) => {
        res.resume();
        resolve(res.statusCode ?? 0);
      },
    );
    sending.on("error", reject);
    sending.write(body.slice(0, 10));
    // Another form is served meanwhile.
    sendForm().then(({ status }) => {
      expect(status).toBe(400);
      expect(admission.actions.counts).toMatchObject({ active: 0, waiting: 0 });
      sending.end(body.slice(10));
    }, reject);
  });
  expect(await slow).toBe(400);
});

test("a visitor who disconnects frees the slot", async () => {
  hold();
  const gone = new AbortController();
  const asked = fetch(`http://127.0.0.1:${port}/consumer-login`, { signal: gone.signal }).catch(() => "left");
  await expect.poll(() => runs.page, { timeout: 20_000 }).toBe(1);
  gone.abort();
  expect(await asked).toBe("left");
  await expect.poll(() => admission.reads.counts.active, { timeout: 20_000 }).toBe(0);
  release();
});

test("the number of slots follows from the size of the pool", async () => {
  const { reads, actions } = createAdmission(10);
  const fillUp = async (limit: typeof reads) => {
    for (let request = 0; request < 100; request += 1) limit.run(() => new Promise(() => {})).catch(() => {});
    await new Promise(setImmediate);
    return limit.counts.admitted;
  };
  expect(await Promise.all([reads, actions].map(fillUp))).toEqual([20, 20]);
});

test("what waits for longer than three seconds is refused and never runs, and the next one runs", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const limit = createRequestLimit(1, 2);
  const ran: string[] = [];
  let end = () => {};
  const first = limit.run(() => new Promise<void>((resolve) => (end = resolve)));
  const second = limit.run(async () => ran.push("second")).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await second).toBeInstanceOf(Shed);
  const third = limit.run(async () => ran.push("third"));
  await expect(limit.run(async () => ran.push("fourth"))).rejects.toBeInstanceOf(Shed);
  end();
  await Promise.all([first, third]);
  expect(ran).toEqual(["third"]);
  expect(limit.counts).toMatchObject({ admitted: 2, shed: 2 });
});
