import { afterEach, describe, expect, test } from "vitest";
import { breakStorage } from "../../support/broken-storage";
import { Browser, send } from "../../support/browser";
import { startWorldOnLine } from "../../support/database-line";
import { startHttpApp } from "../../support/http-app";
import { creatorForm, makeCreator, makeMp4 } from "../../support/people";
import { findStored, nothing } from "../../support/stored";
import { appUrl } from "../../support/test-services";
import { textParts, thumbnailPart, videoPart } from "../../support/upload";

const { line, world } = await startWorldOnLine();
const { port } = await startHttpApp(world);
afterEach(line.mend);

describe("a stopped database", () => {
  test("makes the healthcheck 503, and 200 again once it is back", async () => {
    expect(await send(port, { path: "/healthcheck" })).toMatchObject({ status: 200, body: "ok\n" });
    await line.cut();
    expect(await send(port, { path: "/healthcheck" })).toMatchObject({ status: 503 });
    await line.mend();
    expect(await send(port, { path: "/healthcheck" })).toMatchObject({ status: 200 });
  });

  test("makes pages, data, forms and webhooks answer 503, and the first request after it is back succeeds", async () => {
    const ana = await makeCreator(world);
    const browser = new Browser({ port, cookie: ana.cookie });
    const login = { email: ana.email, password: ana.password };
    const asked = {
      page: () => browser.get("/marketplace"),
      data: () => browser.get("/marketplace.data"),
      guarded: () => browser.get("/creator/dashboard"),
      form: () => new Browser({ port }).post("/creator-login", login),
    };
    await line.cut();
    for (const [what, ask] of Object.entries(asked)) {
      const reply = await ask();
      expect([what, reply.status]).toEqual([what, 503]);
      expect(reply.body).not.toMatch(/ECONNREFUSED|127\.0\.0\.1:|at .*\.(ts|js):\d/);
    }
    await line.mend();
    expect((await asked.page()).status).toBe(200);
    expect((await asked.guarded()).status).toBe(200);
    expect((await asked.form()).status).toBe(303);
  });

  test("keeps the values of visitors' forms and shows the specified message", async () => {
    await line.cut();
    const twice = { password: "senha nova", confirmPassword: "senha nova" };
    const creator = creatorForm();
    for (const [path, form, said] of [
      ["/creator-register", creator, "Erro ao criar conta. Tente novamente."],
      [
        "/consumer-login?tab=signup",
        { intent: "signup", fullName: "Dora", email: "dora@example.com", password: "senha boa" },
        "Erro ao criar conta. Tente novamente.",
      ],
      [
        "/forgot-password",
        { email: "dora@example.com" },
        "Erro ao enviar email de recuperação. Tente novamente.",
      ],
      [
        `/reset-password?token=${"x".repeat(43)}`,
        twice,
        "Erro ao redefinir senha. O link pode ter expirado.",
      ],
    ] as const) {
      const { status, body } = await new Browser({ port }).post(path, { ...form });
      expect([path, status]).toEqual([path, 503]);
      expect(body).toContain(said);
      if ("email" in form) expect(body).toContain(`value="${form.email}"`);
    }
  });

  test("makes a page show the error, the request id and Retry-After, and the cause is logged", async () => {
    await line.cut();
    const reply = await send(port, { path: "/marketplace" });
    expect(reply.headers["retry-after"]).toBe("5");
    // Without script too, the page tries again by itself.
    expect(reply.headers.refresh).toBe("5");
    expect((await send(port, { path: "/marketplace.data" })).headers["retry-after"]).toBe("5");
    expect(reply.body).toContain("Estamos fora do ar");
    expect(reply.body).toContain("<title>Estamos fora do ar");
    expect((await send(port, { path: "/marketplace?lng=en" })).body).toContain(
      "We are temporarily unavailable",
    );
    expect(reply.body).toContain(String(reply.headers["x-request-id"]));
    const caused = world.logged.find(
      ({ req, err }) => err && (req as { id?: string } | undefined)?.id === reply.headers["x-request-id"],
    );
    expect(JSON.stringify(caused)).toContain("ECONNREFUSED");
  });

  test("keeps a form by script, unlike other failures", async () => {
    await line.cut();
    const form = await send(port, {
      method: "POST",
      path: "/creator-login.data",
      body: "email=a%40example.com&password=senha",
      headers: { Origin: appUrl, "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect([form.status, form.headers["retry-after"], form.headers["content-type"]]).toEqual([
      503,
      "5",
      "text/plain; charset=utf-8",
    ]);
    expect((await send(port, { path: "/nowhere" })).body).not.toContain("Estamos fora do ar");
  });

  test("does not affect pages that need no database", async () => {
    await line.cut();
    expect((await send(port, { path: "/" })).status).toBe(200);
    expect((await send(port, { path: "/nowhere" })).status).toBe(404);
    expect((await send(port, { path: "/favicon.svg" })).status).toBe(200);
  });
});

describe("a throwing handler", () => {
  test("shows a plain page with the request's code, and logs the cause only", async () => {
    const { services } = world;
    const { clock } = services;
    const { cookie } = await makeCreator(world);
    services.clock = () => {
      throw new TypeError("planted bug with a secret");
    };
    const replies = [
      await send(port, { path: "/marketplace", headers: { Cookie: cookie } }),
      await send(port, { path: "/marketplace?lng=en", headers: { Cookie: cookie } }),
      await send(port, { path: "/marketplace.data", headers: { Cookie: cookie } }),
    ];
    services.clock = clock;
    for (const reply of replies) {
      const id = String(reply.headers["x-request-id"]);
      expect(reply.status).toBe(500);
      expect(reply.body).not.toMatch(/planted|secret|TypeError|node_modules/);
      const entry = world.logged.find(
        ({ req, err }) => err && (req as { id?: string } | undefined)?.id === id,
      );
      expect(entry).toMatchObject({
        level: 50,
        msg: "handler failed",
        err: { message: "planted bug with a secret" },
      });
    }
    expect(replies[0]?.body).toContain("A falha é nossa e já foi registrada");
    expect(replies[0]?.body).toContain(`Código do erro: ${replies[0]?.headers["x-request-id"]}`);
    expect(replies[1]?.body).toContain(String(replies[1]?.headers["x-request-id"]));
    expect((await send(port, { path: "/marketplace", headers: { Cookie: cookie } })).status).toBe(200);
  });
});

test("a full store returns the form with the specified message and the cause, and leaves nothing", async () => {
  const { services } = world;
  const { storage } = services;
  const ana = await makeCreator(world);
  const browser = new Browser({ port, cookie: ana.cookie });
  const parts = [...textParts(), thumbnailPart(), videoPart(makeMp4(2_000_000))];
  const fault = { operation: "put", key: /\.mp4$/, afterBytes: 1_000_000, reason: "full" } as const;
  services.storage = breakStorage(storage, fault);
  const reply = await browser.postParts("/creator/upload", parts);
  services.storage = storage;
  expect(reply.status).toBe(503);
  expect(reply.body).toContain("Erro ao enviar vídeo");
  expect(reply.body).toContain("Erro no upload para Cloudflare: não há espaço para o arquivo no momento");
  expect(await findStored(world, ana.userId)).toEqual(nothing);
  expect(await browser.postParts("/creator/upload", parts)).toMatchObject({ location: "/creator/videos" });
});

test("a bug while a part of a video is requested answers 500, and the next request succeeds", async () => {
  const clock = () => {
    throw new Error("no time");
  };
  const broken = await startHttpApp({ ...world, services: { ...world.services, clock } });
  const link = "/files/a/b.mp4?viewer=v&expires=1&signature=s";
  expect(await send(broken.port, { path: link })).toMatchObject({ status: 500, body: "" });
  expect(await send(broken.port, { path: "/healthcheck" })).toMatchObject({ status: 200 });
});
