import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { admitAdmin } from "~/features/entrance/sign-in/sign-in.server";
import { startGoogle } from "../../../../dev/google/start-google";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeAdmin, makeConsumer, makeCreator, type Person } from "../../../support/people";
import { actorOf, addUser } from "../../../support/rows";
import { readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { googlePerson, googleVariables, signInWithGoogle } from "./google-flow";

const first = "Você é o primeiro administrador da plataforma.";
const denied = "Acesso negado. Apenas administradores podem acessar.";

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
    for (const text of ["Login realizado com sucesso.", first, "Painel Administrativo"])
      expect(page.body).toContain(text);
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
    expect(page.body).toContain(first);
    expect(await listAdmins()).toHaveLength(1);
  });

  test("is exactly one of sixty at once", async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => addUser(db)));
    const admitted = await Promise.all(
      people.map((userId) => admitAdmin(services, actorOf(userId, `${userId}@example.com`))),
    );
    const firsts = people.filter((_, at) => admitted[at] === "first");
    expect(firsts).toHaveLength(1);
    expect(admitted.filter((each) => each === "denied")).toHaveLength(59);
    expect(await listAdmins()).toEqual(firsts);
  });
});

describe("FIRST_ADMIN_EMAIL", () => {
  const newBrowser = () => new Browser({ port: namedApp.port });
  const signUp = async (email: string) => {
    const person = { fullName: "Dona", email, password: "senha boa" };
    await newBrowser().post("/consumer-login", { intent: "signup", ...person });
    return person;
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

  test("is refused and signed out", async () => {
    const person = await makeCreator(world);
    const browser = new Browser({ port, cookie: person.cookie });
    const reply = await logIn(browser, person);
    expect(reply.status).toBe(403);
    expect(reply.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(reply.body).toContain(denied);
    expect(browser.cookies.has("sabia")).toBe(false);
    expect((await new Browser({ port, cookie: person.cookie }).get("/account")).status).toBe(303);
    expect(await countSessions(person)).toBe(0);
    expect((await browser.get("/admin/dashboard")).location).toBe("/admin-login");
  });

  test("is refused and signed out by Google as well", async () => {
    const beto = await makeConsumer(world);
    const browser = new Browser({ port, cookie: beto.cookie });
    const person = googlePerson({ email: beto.email });
    const reply = await signInWithGoogle(browser, google, person, { as: "admin" });
    expect([reply.status, reply.location]).toEqual([303, "/admin-login"]);
    expect(browser.cookies.has("sabia")).toBe(false);
    expect(await countSessions(beto)).toBe(0);
    const page = await browser.get("/admin-login");
    expect(page.body).toContain(denied);
  });
});
