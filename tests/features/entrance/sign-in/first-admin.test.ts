import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { admitAdmin } from "~/features/entrance/sign-in/admit-admin.server";
import { startGoogle } from "../../../../dev/google/start-google";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeAdmin, makeConsumer, makeCreator, type Person } from "../../../support/people";
import { actorOf, addUser } from "../../../support/rows";
import { addRows, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { googlePerson, googleVariables, signInWithGoogle } from "./google-flow";

const rounds = 2;
const atOnce = 60;

const google = await startGoogle();
afterAll(() => google.close());
const variables = { TRUSTED_PROXY_HOPS: "1", ...googleVariables(google.url) };
const world = await startTestWorld(variables);
const named = await startTestWorld({ ...variables, FIRST_ADMIN_EMAIL: "Dona@Example.com" });
const { services } = world;
const { db } = services;
const { port } = await startHttpApp(world);
const namedApp = await startHttpApp(named);

beforeEach(async () => {
  for (const { services } of [world, named]) await services.db.deleteFrom("user_roles").execute();
});

const logIn = (
  browser: Browser,
  { email, password }: { email: string; password: string },
  path = "/admin-login",
) => browser.post(path, { email, password });

async function listAdmins(from = db): Promise<string[]> {
  return (await readRows(from, "user_roles", {}, "user_id")).map(({ user_id }) => user_id);
}

async function countSessions({ userId }: Person): Promise<number> {
  return (await readRows(db, "sessions", { user_id: userId }, "id_hash")).length;
}

describe("the first administrator", () => {
  test("is the first person to log in", async () => {
    const ana = await makeConsumer(world);
    const browser = new Browser({ port });
    const reply = await logIn(browser, ana);
    expect([reply.status, reply.location]).toEqual([303, "/admin/dashboard"]);
    const page = await browser.get("/admin/dashboard");
    expect(page.status).toBe(200);
    for (const text of [
      "Login realizado com sucesso.",
      "Você é o primeiro administrador da plataforma.",
      "Painel Administrativo",
    ]) {
      expect(page.body.includes(text), text).toBe(true);
    }
    expect(await listAdmins()).toEqual([ana.userId]);
  });

  test("sees the message for a second with script", async () => {
    const reply = await logIn(new Browser({ port }), await makeConsumer(world), "/admin-login.data");
    expect(reply.status).toBe(200);
    expect(reply.body).toMatch(/"goTo","\/admin\/dashboard"/);
    expect(reply.body).toContain("admin.firstAdmin");
  });

  test("may sign in with Google", async () => {
    const browser = new Browser({ port });
    const reply = await signInWithGoogle(browser, google, googlePerson(), { as: "admin" });
    expect(reply.location).toBe("/admin/dashboard");
    const page = await browser.get("/admin/dashboard");
    expect(page.body.includes("Você é o primeiro administrador da plataforma.")).toBe(true);
    expect(await listAdmins()).toHaveLength(1);
  });

  test(`is exactly one of ${atOnce} at once, ${rounds} times`, { timeout: 120_000 }, async () => {
    const people = await Promise.all(Array.from({ length: atOnce }, () => addUser(db)));
    for (let round = 0; round < rounds; round++) {
      await db.deleteFrom("user_roles").execute();
      const admitted = await Promise.all(
        people.map((userId) => admitAdmin(services, actorOf(userId, `${userId}@example.com`))),
      );
      const firsts = people.filter((_, at) => admitted[at] === "first");
      expect(firsts).toHaveLength(1);
      expect(admitted.filter((each) => each === "denied")).toHaveLength(atOnce - 1);
      expect(await listAdmins()).toEqual(firsts);
    }
  });
});

describe("FIRST_ADMIN_EMAIL", () => {
  const newBrowser = () => new Browser({ port: namedApp.port });
  const signUp = async (email: string) => {
    await newBrowser().post("/consumer-login", {
      intent: "signup",
      fullName: "Dona",
      email,
      password: "senha boa",
    });
    return { email, password: "senha boa" };
  };

  test("refuses everyone else, by password and by Google", async () => {
    const other = await signUp("outra@example.com");
    expect((await logIn(newBrowser(), other)).status).toBe(403);
    for (const email of ["dona@example.com.br", "xdona@example.com", "dona@example.co"]) {
      const reply = await signInWithGoogle(newBrowser(), google, googlePerson({ email }), { as: "admin" });
      expect(reply.location).toBe("/admin-login");
    }
    const unproven = googlePerson({ email: "dona@example.com", emailVerified: false });
    await signInWithGoogle(newBrowser(), google, unproven, { as: "admin" });
    expect(await listAdmins(named.services.db)).toEqual([]);
  });

  test("admits the configured e-mail in any case", async () => {
    const dona = await signUp("dona@example.COM");
    expect((await logIn(newBrowser(), dona)).location).toBe("/admin/dashboard");
    expect(await listAdmins(named.services.db)).toHaveLength(1);
  });
});

describe("a person without the role", () => {
  beforeEach(async () => {
    await makeAdmin(world);
  });

  test.each([
    ["a consumer", makeConsumer],
    ["a creator", makeCreator],
  ])("is refused and signed out: %s", async (_, make) => {
    const person = await make(world);
    const browser = new Browser({ port, cookie: person.cookie });
    const reply = await logIn(browser, person);
    expect(reply.status).toBe(403);
    expect(reply.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(reply.body.includes("Acesso negado. Apenas administradores podem acessar.")).toBe(true);
    expect(browser.cookies.has("sabia")).toBe(false);
    expect((await new Browser({ port, cookie: person.cookie }).get("/account")).status).toBe(303);
    expect(await countSessions(person)).toBe(0);
    expect((await browser.get("/admin/dashboard")).location).toBe("/admin-login");
  });

  test("is refused and signed out by Google as well", async () => {
    const beto = await makeConsumer(world);
    const browser = new Browser({ port, cookie: beto.cookie });
    const reply = await signInWithGoogle(browser, google, googlePerson({ email: beto.email }), {
      as: "admin",
    });
    expect([reply.status, reply.location]).toEqual([303, "/admin-login"]);
    expect(browser.cookies.has("sabia")).toBe(false);
    expect(await countSessions(beto)).toBe(0);
    const page = await browser.get("/admin-login");
    expect(page.body.includes("Acesso negado. Apenas administradores podem acessar.")).toBe(true);
  });
});

test("the role is checked on every request", async () => {
  const beto = await makeConsumer(world);
  const browser = new Browser({ port, cookie: beto.cookie });
  for (let round = 0; round < 2; round++) {
    expect((await browser.get("/admin/dashboard")).location).toBe("/");
    await addRows(db, "user_roles", { user_id: beto.userId, role: "admin" });
    expect((await browser.get("/admin/dashboard")).status).toBe(200);
    await db.deleteFrom("user_roles").where("user_id", "=", beto.userId).execute();
  }
});
