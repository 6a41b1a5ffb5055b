import { beforeEach, describe, expect, test } from "vitest";
import type { Passwords } from "~/platform/passwords.server";
import { Browser, type Reply } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeConsumer, makeCreator, type Person } from "../../../support/people";
import { setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const checked: Parameters<Passwords["verify"]>[] = [];
const hashed: string[] = [];
watchPasswords(world.services.passwords);
const { port } = await startHttpApp(world);
const ana = await makeCreator(world);
const wrong = "not the password";

/** Records the checks and hashes, which still run. */
function watchPasswords({ verify, hash }: Passwords): void {
  world.services.passwords.verify = (...given) => {
    checked.push(given);
    return verify(...given);
  };
  world.services.passwords.hash = (password) => {
    hashed.push(password);
    return hash(password);
  };
}

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
  checked.length = 0;
  hashed.length = 0;
});

const login = (browser: Browser, email: string, password: string, path = "/consumer-login") =>
  browser.post(path, { intent: "login", email, password });

describe("a known and an unknown e-mail", () => {
  test("get the same response after the same work", async () => {
    const known = await login(new Browser({ port }), beto.email, wrong);
    const work = checked.splice(0);
    const unknown = await login(new Browser({ port }), "unknown@example.com", wrong);
    // passwords.test.ts covers `verify` without a hash.
    expect(work.map(([hash]) => hash)).toEqual([
      expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    ]);
    expect(checked.map(([hash]) => hash ?? null)).toEqual([null]);
    expect([known.status, unknown.status]).toEqual([400, 400]);
    const text = ({ body }: Reply, email: string) =>
      body
        .replaceAll(email, "EMAIL")
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
        .replace(/nonce="[^"]*"|nonce=\\"[^"]*\\"/g, "NONCE");
    expect(text(unknown, "unknown@example.com")).toBe(text(known, beto.email));
    expect(unknown.setCookies).toEqual(known.setCookies);
  });

  test("is the same for an account without a password, as by Google", async () => {
    await setRows(world.services.db, "users", { id: beto.userId }, { password_hash: null });
    expect((await login(new Browser({ port }), beto.email, beto.password)).status).toBe(400);
    expect(checked).toHaveLength(1);
  });
});

describe("a password", () => {
  const long = "x".repeat(201);
  const register = {
    fullName: "Bia",
    email: "bia-long@example.com",
    country: "Brasil",
    currency: "BRL",
    pixKey: "ana@pix.example",
    bankAccount: "1",
    bankName: "b",
  };
  const change = { intent: "password", currentPassword: ana.password, password: long, confirmPassword: long };

  test.each([
    ["/consumer-login", { intent: "login", email: "a@example.com", password: long }],
    ["/creator-login", { email: "a@example.com", password: long }],
    ["/admin-login", { email: "a@example.com", password: long }],
    ["/consumer-login?tab=signup", { intent: "signup", ...register, password: long }],
    ["/creator-register", { ...register, password: long }],
    ["/reset-password?token=x", { password: long, confirmPassword: long }],
    ["/admin/reset-password?token=x", { password: long, confirmPassword: long }],
    ["/account", change],
    ["/account", { ...change, currentPassword: long, password: "nova senha", confirmPassword: "nova senha" }],
  ])("over 200 characters is refused before any work is done: %s", async (path, form) => {
    const browser = new Browser({ port, cookie: path === "/account" ? ana.cookie : undefined });
    const reply = await browser.post(path, form);
    expect(reply.status).toBe(400);
    expect(reply.body.includes("A senha pode ter no máximo 200 caracteres.")).toBe(true);
    expect(reply.body.includes(long)).toBe(false);
    expect([...checked, ...hashed]).toEqual([]);
  });

  test.each([
    ["of 200 characters", "é1ã!ç ".repeat(40).slice(0, 200)],
    ["of six characters", "abxdeq"],
    ["with spaces at its ends", "  senha  "],
    ["of letters no keyboard has", "пароль密码🔑🔑"],
    ["with signs that mean something elsewhere", `'";--<b>%00&=+`],
  ])("%s is used unchanged", async (_, password) => {
    const email = `letter-${hashed.length}-${Buffer.from(password).toString("hex").slice(0, 20)}@example.com`;
    const form = { intent: "signup", fullName: "Bia", email, password };
    expect((await new Browser({ port }).post("/consumer-login", form)).status).toBe(303);
    expect((await login(new Browser({ port }), email, password)).status).toBe(303);
    for (const other of [`${password} `, password.slice(0, -1)])
      expect((await login(new Browser({ port }), email, other)).status).toBe(400);
  });
});
