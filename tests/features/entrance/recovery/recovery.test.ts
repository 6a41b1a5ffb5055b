import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { insertPasskey } from "~/features/base/factors/passkeys.queries.server";
import { pt } from "~/i18n/locales/pt";
import { Browser, type Reply } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { linkIn, mailsAbout, nextMail, openMailbox, workQueue } from "../../../support/mails";
import { makeConsumer, makeCreator, type Person, signIn } from "../../../support/people";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { askForMail, resetBy, tokenIn } from "./recovery-flow";

const everyMail = await openMailbox();
const mailbox = mailsAbout(everyMail, /^(Redefina|Reset|Confirme|Confirm) /);
const world = await startTestWorld({
  TRUSTED_PROXY_HOPS: "1",
  SMTP_URL: everyMail.smtpUrl,
  MAIL_FROM: "Sabiá <nao-responda@sabia.example>",
});
const { db } = world.services;
const { port } = await startHttpApp(world);
await workQueue(world);
const minute = 60_000;

let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

const newBrowser = () => new Browser({ port });
const login = (email: string, password: string) =>
  newBrowser().post("/consumer-login", { intent: "login", email, password });
const newLink = async (count = 1) => {
  await askForMail(newBrowser(), beto.email);
  return linkIn(await nextMail(mailbox, beto.email, count));
};

function expectRefused(reply: Reply): void {
  expect(reply.status).toBe(400);
  expect(reply.body.includes("Erro ao redefinir senha. O link pode ter expirado.")).toBe(true);
  expect(reply.body.includes("Pedir um novo link")).toBe(true);
}

/** All rows of the database, as text. */
async function everyRow(): Promise<string> {
  const { rows } = await sql<{ rows: string }>`
    SELECT string_agg(query_to_xml(format('SELECT * FROM %I.%I', schemaname, tablename), true, true, '')::text, '') AS rows
    FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')`.execute(db);
  return rows[0]?.rows ?? "";
}

test("a person with a forgotten password sets a new one by the mailed link", async () => {
  const browser = newBrowser();
  const asked = await askForMail(browser, beto.email.toUpperCase());
  expect([asked.status, asked.location]).toEqual([303, "/forgot-password?sent=1"]);
  expect((await browser.get("/forgot-password?sent=1")).body.includes("Email enviado!")).toBe(true);
  const link = linkIn(await nextMail(mailbox, beto.email));
  expect(link).toMatch(/^\/reset-password\?token=[A-Za-z0-9_-]{43}$/);

  const done = await resetBy(browser, link);
  expect([done.status, done.location]).toEqual([303, "/consumer-login"]);
  const page = await browser.get("/consumer-login");
  expect(page.body.includes("Sua senha foi redefinida com sucesso.")).toBe(true);
  expect((await login(beto.email, beto.password)).status).toBe(400);
  expect((await login(beto.email, "senha nova")).status).toBe(303);
});

test("the recovery page has a box for each recently added passkey, and so has the account page", async () => {
  await setRows(db, "users", { id: beto.userId }, { email_verified_at: new Date() });
  const added = { userId: beto.userId, counter: 0, transports: [], now: world.services.clock() };
  for (const id of ["mine", "theirs"]) {
    const key = { id: `${id}-${beto.userId}`, publicKey: Buffer.from(id), name: `Chave ${id}` };
    await insertPasskey(db, { ...added, ...key });
  }
  const box = new RegExp(
    `<input[^>]*type="checkbox"[^>]*name="keep passkey (mine|theirs)-${beto.userId}"`,
    "g",
  );
  const account = await new Browser({ port, cookie: beto.cookie }).get("/account");
  expect(account.body.match(box)).toHaveLength(2);
  const link = await newLink();
  const browser = newBrowser();
  const page = await browser.get(link);
  expect(page.body.match(box)).toHaveLength(2);
  expect(page.body).toContain("Foi você que adicionou?");
  // A refused form keeps the tick.
  const keeps = { [`keep passkey mine-${beto.userId}`]: "on" };
  const refused = await browser.post(link, { password: "senha nova", confirmPassword: "outra", ...keeps });
  expect(refused.body).toMatch(new RegExp(`name="keep passkey mine-${beto.userId}"[^>]*checked`));
  await browser.post(link, { password: "senha nova", confirmPassword: "senha nova", ...keeps });
  expect((await browser.get("/consumer-login")).body).toContain(pt.accounts.recentRemoved);
});

test("the recovery of an administrator leads to the administrators' pages in Portuguese", async () => {
  const browser = newBrowser();
  const asked = await askForMail(browser, beto.email, "/admin/forgot-password?lng=en");
  expect(asked.location).toBe("/admin/forgot-password?sent=1");
  const sent = await browser.get("/admin/forgot-password?sent=1");
  expect(sent.body).toMatch(/href="\/admin-login"[^>]*>Voltar para o login/);
  const mail = await nextMail(mailbox, beto.email);
  expect(linkIn(mail)).toMatch(/^\/admin\/reset-password\?token=[^&]+$/);
  expect(mail.subject).toBe("Redefina sua senha no Sabiá");
  expect((await resetBy(browser, linkIn(mail))).location).toBe("/admin-login");
});

test("a recovery by script gets the address to open after two seconds (docs/product.md)", async () => {
  const link = await newLink();
  const reply = await resetBy(newBrowser(), link.replace("/reset-password?", "/reset-password.data?"));
  expect(reply.status).toBe(200);
  expect(reply.body).toMatch(/"goTo","\/consumer-login"/);
  expect((await login(beto.email, "senha nova")).status).toBe(303);
});

describe("a recovery link", () => {
  test("works for one of twenty concurrent requests", async () => {
    const link = await newLink();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => resetBy(newBrowser(), link, `senha número ${at}`)),
    );
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
    const won = replies.findIndex(({ status }) => status === 303);
    expect((await login(beto.email, `senha número ${won}`)).status).toBe(303);
  });

  test("is not consumed by GET, HEAD or an invalid form", async () => {
    const link = await newLink();
    const browser = newBrowser();
    for (let at = 0; at < 3; at++) expect((await browser.get(link)).status).toBe(200);
    await browser.get(link.replace("?", ".data?"));
    await browser.ask({ method: "HEAD", path: link });
    for (const [password, confirmPassword, message] of [
      ["senha nova", "outra", "As senhas não coincidem."],
      ["abcde", "abcde", "A senha deve ter pelo menos 6 caracteres."],
      ["", "", "Preencha este campo."],
    ] as const) {
      const reply = await browser.post(link, { password, confirmPassword });
      expect([reply.status, reply.body.includes(message)]).toEqual([400, true]);
    }
    expect((await resetBy(browser, link)).status).toBe(303);
  });

  test.each([
    ["29 minutes and 59.999 seconds", 30 * minute - 1, true],
    ["30 minutes", 30 * minute, false],
  ])("is checked for its age after %s", async (_, milliseconds, works) => {
    const link = await newLink();
    world.advance(milliseconds);
    const reply = await resetBy(newBrowser(), link);
    if (works) expect(reply.status).toBe(303);
    else expectRefused(reply);
  });

  test("becomes invalid when a newer one is requested", async () => {
    const older = await newLink();
    const newer = await newLink(2);
    expect(newer).not.toBe(older);
    expectRefused(await resetBy(newBrowser(), older));
    expect((await resetBy(newBrowser(), newer)).status).toBe(303);
  });

  test("opens its own account only", async () => {
    const link = await newLink();
    const ana = await makeConsumer(world);
    await resetBy(newBrowser(), `${link}&email=${ana.email}&userId=${ana.userId}`);
    expect((await login(ana.email, ana.password)).status).toBe(303);
  });

  test("ends every session of this account only, including the one it is used from", async () => {
    const ana = await makeConsumer(world);
    const cookies = [beto.cookie, await signIn(world, beto.userId), await signIn(world, beto.userId)];
    const link = await newLink();
    await resetBy(new Browser({ port, cookie: beto.cookie }), link);
    for (const cookie of cookies) {
      expect((await new Browser({ port, cookie }).get("/account")).status).toBe(303);
    }
    expect((await new Browser({ port, cookie: ana.cookie }).get("/account")).status).toBe(200);
  });

  test.each(["", "A".repeat(43), "A".repeat(44), "%00", "é".repeat(43)])(
    "is refused if it is forged: %j",
    async (token) => {
      expectRefused(await resetBy(newBrowser(), `/reset-password?token=${encodeURIComponent(token)}`));
    },
  );
});

describe("an invalid recovery link shows a message before a password is typed", () => {
  const ended = "Este link já foi usado ou expirou.";

  test("if it was used, expired, replaced or forged", async () => {
    const hasEnded = async (link: string) => {
      const { status, body } = await newBrowser().get(link);
      expect(status).toBe(200);
      return body.includes(ended);
    };
    const first = await newLink();
    expect(await hasEnded(first)).toBe(false);
    const second = await newLink(2);
    expect([await hasEnded(first), await hasEnded(second)]).toEqual([true, false]);
    expect((await resetBy(newBrowser(), second)).status).toBe(303);
    expect(await hasEnded(second)).toBe(true);
    const third = await newLink(3);
    world.advance(30 * minute);
    expect(await hasEnded(third)).toBe(true);
    expect(await hasEnded("/reset-password?token=%00")).toBe(true);
  });

  test.each([
    ["/reset-password?", "/forgot-password"],
    ["/reset-password?as=creator&", "/forgot-password?as=creator"],
    ["/admin/reset-password?", "/admin/forgot-password"],
  ])("on %s, which leads to a new one at %s", async (reset, again) => {
    for (const [query, message] of [
      [`token=${"A".repeat(43)}`, ended],
      ["", "Este endereço está incompleto."],
    ]) {
      const { body } = await newBrowser().get(`${reset}${query}`);
      expect(body).toContain(message);
      expect(body).toContain(`href="${again}"`);
    }
  });
});

test("a recovery confirms the e-mail: a later Google sign-in keeps the password", async () => {
  const verified = async () =>
    (await readRow(db, "users", { id: beto.userId }, "email_verified_at")).email_verified_at;
  expect(await verified()).toBeNull();
  await resetBy(newBrowser(), await newLink());
  expect(await verified()).toEqual(world.services.clock());
});

test("the recovery of an unconfirmed e-mail deletes the payment details, once, with a message", async () => {
  const ana = await makeCreator(world);
  const keyOf = async () =>
    (await readRow(db, "creator_profiles", { user_id: ana.userId }, "pix_key")).pix_key;
  const recover = async (mails: number) => {
    const browser = newBrowser();
    await askForMail(browser, ana.email);
    const { location } = await resetBy(browser, linkIn(await nextMail(mailbox, ana.email, mails)));
    return (await browser.get(location ?? "")).body.includes(pt.accounts.payoutForgotten);
  };
  expect(await recover(1)).toBe(true);
  expect(await keyOf()).toBeNull();
  await setRows(db, "creator_profiles", { user_id: ana.userId }, { pix_key: "dona@pix.example" });
  expect(await recover(2)).toBe(false);
  expect(await keyOf()).toBe("dona@pix.example");
});

describe("the token of a recovery", () => {
  test("is only in the mail and its form, and in no row and no log line", async () => {
    const browser = newBrowser();
    const pages = [await askForMail(browser, beto.email), await browser.get("/forgot-password?sent=1")];
    const link = linkIn(await nextMail(mailbox, beto.email));
    const token = tokenIn(link);
    const rows = await everyRow();
    expect(rows).toContain(createHash("sha256").update(token).digest("hex"));
    expect(rows.includes(token)).toBe(false);

    const form = await browser.get(link);
    expect(form.headers["referrer-policy"]).toBe("same-origin");
    expect(form.body).toMatch(/<meta name="robots" content="noindex"/);
    // Without script, the form's URL must keep the parameter.
    const ownAddresses = /(action|href)="\/reset-password\?[^"]*"/g;
    expect(form.body).toMatch(ownAddresses);
    expect(form.body.replaceAll(ownAddresses, "").includes(token)).toBe(false);

    pages.push(await browser.get(`${link}&lng=en`.replace("/reset-password", "/no/such/page")));
    pages.push(await resetBy(browser, link), await browser.get("/consumer-login"), await browser.get("/"));
    for (const page of pages) expect(`${page.body}${page.location}`.includes(token)).toBe(false);
    expectRefused(await resetBy(newBrowser(), link));
    expect((await everyRow()).includes(token)).toBe(false);
    const logged = JSON.stringify(world.logged);
    expect(logged).toContain("/reset-password");
    expect(logged.includes(token)).toBe(false);
  });
});

describe("the address of a recovery link", () => {
  const evil = "evil.example";
  test.each([
    [
      "header of a proxy",
      {
        "X-Forwarded-Host": evil,
        "X-Forwarded-Proto": "https",
        Forwarded: `host=${evil};proto=https`,
        "X-Host": evil,
        "X-Original-Host": evil,
      },
    ],
    ["Host", { Host: `localhost:3000.${evil}` }],
  ])("is on APP_URL for any %s", async (_, headers) => {
    const reply = await newBrowser().post("/forgot-password", { email: beto.email }, headers);
    expect(reply.status).toBe(303);
    const mail = await nextMail(mailbox, beto.email);
    expect(linkIn(mail)).toMatch(/^\/reset-password\?token=/);
    expect(`${mail.text}${mail.html}`.includes(evil)).toBe(false);
  });
});

describe("password recovery is limited", () => {
  const expectTooMany = (reply: Reply) => {
    expect(reply.status).toBe(429);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(reply.headers["retry-after"])).toBeLessThanOrEqual(900);
    expect(reply.body.includes("Muitas tentativas.")).toBe(true);
  };

  test.each(["known", "unknown"])("to five mails to a mailbox in a quarter of an hour: %s", async (which) => {
    const email = which === "known" ? beto.email : "nobody-here@example.com";
    for (let at = 0; at < 5; at++) {
      const path = at % 2 ? "/forgot-password" : "/admin/forgot-password";
      expect((await askForMail(newBrowser(), email, path)).status).toBe(303);
    }
    expectTooMany(await askForMail(newBrowser(), email.toUpperCase()));
  });

  test("to twenty requests from an address", async () => {
    const { address } = newBrowser();
    const ask = (at: number) => askForMail(new Browser({ port, address }), `someone-${at}@example.com`);
    for (let at = 0; at < 20; at++) expect((await ask(at)).status).toBe(303);
    expectTooMany(await ask(20));
    expect((await askForMail(newBrowser(), "someone-20@example.com")).status).toBe(303);
  });

  test("to twenty links tried from an address in a minute", async () => {
    const { address } = newBrowser();
    const attempt = () => resetBy(new Browser({ port, address }), "/reset-password?token=guess");
    for (let at = 0; at < 20; at++) expectRefused(await attempt());
    expectTooMany(await attempt());
  });
});
