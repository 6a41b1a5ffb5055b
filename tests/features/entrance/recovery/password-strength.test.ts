import { expect, test } from "vitest";
import { replacePasswordReset } from "~/features/entrance/recovery/password-recovery.queries.server";
import { hashToken } from "~/platform/secrets.server";
import { action as account, loader as accountPage } from "~/routes/account/account";
import { action as settle } from "~/routes/admin/payout-batch";
import { action as prepare, loader as preparePage } from "~/routes/admin/prepare-payouts";
import { action as adminLogin } from "~/routes/public/admin-login";
import { action as learnerLogin } from "~/routes/public/consumer-login";
import { action as register } from "~/routes/public/creator-register";
import { action as reset, loader as resetPage } from "~/routes/public/reset-password";
import { ask } from "../../../support/ask";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { creatorForm, makeAdmin, makeConsumer, type Person } from "../../../support/people";
import { addRows, findRow, readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db, clock } = world.services;
const { port } = await startHttpApp(world);

async function recoveryPath({ userId }: Person): Promise<string> {
  const token = Buffer.from(userId.padEnd(32).slice(0, 32)).toString("base64url");
  const expiresAt = new Date(clock().getTime() + 60_000);
  await replacePasswordReset(db, { userId, tokenHash: hashToken(token), now: clock(), expiresAt });
  return `/reset-password?token=${token}`;
}

const changed = async ({ userId }: Person, before: string | null) =>
  (await hashOf(userId)) !== before ? "changed" : "unchanged";
const hashOf = async (userId: string) =>
  (await readRow(db, "users", { id: userId }, "password_hash")).password_hash;
const refused = (message: string) => ({ data: { problem: { errors: { password: `accounts.${message}` } } } });

test("a registration with a password that is easy to guess stores no account and shows the reason beside the field", async () => {
  const person = { fullName: "Otávio Prado", email: "op@example.com", password: "OtavioPrado" };
  const learner = { intent: "signup", ...person };
  const answer = await ask(world, learnerLogin, { path: "/consumer-login?tab=signup", form: learner });
  expect(answer).toMatchObject({ status: 400, ...refused("passwordPersonal") });
  const creator = { ...creatorForm(), email: "weak@example.com", password: "mudar123" };
  const other = await ask(world, register, { path: "/creator-register", form: creator });
  expect(other).toMatchObject({ status: 400, ...refused("passwordGuessable") });
  for (const email of [person.email, creator.email])
    expect(await findRow(db, "users", { email }, "id")).toBeUndefined();
});

test("a recovery link refuses a password made of the account's name, and stays usable", async () => {
  const beto = await makeConsumer(world);
  const [path, before] = [await recoveryPath(beto), await hashOf(beto.userId)];
  const send = (password: string) =>
    ask(world, reset, { path, form: { password, confirmPassword: password } });
  expect(await send("BetoAluno")).toMatchObject({ status: 400, ...refused("passwordPersonal") });
  expect(await changed(beto, before)).toBe("unchanged");
  await send("pandeiro de latão");
  expect(await changed(beto, before)).toBe("changed");
});

test("a change of password refuses a weak one after the current password was checked", async () => {
  const beto = await makeConsumer(world);
  const before = await hashOf(beto.userId);
  const form = { intent: "password", password: "senha123", confirmPassword: "senha123" };
  const { cookie } = beto;
  const send = (currentPassword: string) =>
    ask(world, account, { path: "/account", cookie, form: { ...form, currentPassword } });
  const errors = { currentPassword: "accounts.currentWrong" };
  expect(await send("not it")).toMatchObject({ data: { problem: { errors } } });
  expect(await send(beto.password)).toMatchObject({ status: 400, ...refused("passwordGuessable") });
  expect(await changed(beto, before)).toBe("unchanged");
});

test("an administrator needs eight characters at a change, and six at a recovery", async () => {
  const boss = await makeAdmin(world);
  const page = await ask(world, accountPage, { path: "/account", cookie: boss.cookie });
  expect(page.data).toMatchObject({ minLength: 8 });
  const form = { password: "kz8mq2x", confirmPassword: "kz8mq2x" };
  const change = { intent: "password", currentPassword: boss.password, ...form };
  const refusal = await ask(world, account, { path: "/account", cookie: boss.cookie, form: change });
  expect(refusal).toMatchObject(refused("passwordAdminShort"));
  const path = await recoveryPath(boss);
  expect((await ask(world, resetPage, { path })).data).toMatchObject({ link: "usable" });
  const short = { password: "kz8mq2", confirmPassword: "kz8mq2" };
  expect(await ask(world, reset, { path, form: short })).toMatchObject({ status: 303 });
});

test("an administrator who signs in with a shorter password is led to change it", async () => {
  const boss = await makeAdmin(world);
  const enter = async (password: string) => {
    const passwordHash = await world.services.passwords.hash(password);
    await setRows(db, "users", { id: boss.userId }, { password_hash: passwordHash });
    return ask(world, adminLogin, { path: "/admin-login", form: { email: boss.email, password } });
  };
  expect(await enter("kz8mq2x")).toMatchObject({
    location: "/account",
    flash: { description: "accounts.adminPasswordShort" },
  });
  expect(await enter("kz8mq2xw")).toMatchObject({ location: "/admin/dashboard" });
});

test("an administrator without a second factor neither prepares payouts nor records how they ended", async () => {
  const real = await startTestWorld({ ADMIN_SECOND_FACTOR: undefined });
  const boss = await makeAdmin(real);
  const { cookie } = boss;
  const batchId = "00000000-0000-4000-8000-000000000000";
  const form = { asOf: "1", count: "1", cents: "100", payoutId: batchId, intent: "paid" };
  const seen = { cookie, path: "/admin/payouts/prepare" };
  const ended = { cookie, path: `/admin/payouts/${batchId}`, form };
  const steps = [
    () => ask(real, preparePage, seen),
    () => ask(real, prepare, { ...seen, form }),
    () => ask(real, settle, ended),
  ];
  const flash = { description: "security.payoutsRequiredText" };
  const toSetUp = { location: "/account/second-factor", flash };
  for (const step of steps) expect(await step()).toMatchObject(toSetUp);
  const now = real.services.clock();
  const factor = { secret: Buffer.alloc(40), created_at: now, confirmed_at: now, last_step: 1 };
  await addRows(real.services.db, "second_factors", { user_id: boss.userId, ...factor });
  for (const step of steps) expect(await step()).not.toMatchObject(toSetUp);
});

const fields = {
  "/creator-register": ["password new-password"],
  "/consumer-login": ["password current-password"],
  "/consumer-login?tab=signup": ["password new-password"],
  "/creator-login": ["password current-password"],
  "/admin-login": ["password current-password"],
  "/reset-password?token=x": ["password new-password", "confirmPassword new-password"],
  "/admin/reset-password?token=x": ["password new-password", "confirmPassword new-password"],
  "/account": ["currentPassword current-password", "password new-password", "confirmPassword new-password"],
};

test.each(Object.entries(fields))(
  "the passwords of %s are masked, known to password managers, and accept pasting and any password",
  async (path, expected) => {
    const { cookie } = path === "/account" ? await makeConsumer(world) : { cookie: undefined };
    const { body } = await new Browser({ port, cookie }).get(path);
    const inputs = [...body.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
    const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
    const passwords = inputs.filter((tag) => /password/i.test(attribute(tag, "name") ?? ""));
    const named = passwords.map((tag) => `${attribute(tag, "name")} ${attribute(tag, "autocomplete")}`);
    expect(named).toEqual(expected);
    // No password hints or security questions.
    expect(inputs.filter((tag) => /hint|question|answer/i.test(attribute(tag, "name") ?? ""))).toEqual([]);
    for (const tag of passwords) {
      expect(attribute(tag, "type")).toBe("password");
      expect(attribute(tag, "value") ?? "").toBe("");
      expect(tag).not.toMatch(/\s(onpaste|pattern|maxlength|readonly|disabled)=/i);
    }
  },
);
