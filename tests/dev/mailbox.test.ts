import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nodemailer, { type SendMailOptions } from "nodemailer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Mailbox, maxMailBytes, startMailbox } from "../../dev/mailbox/start-mailbox";

let mailbox: Mailbox;
const from = "Sabiá <nao-responda@sabia.test>";

beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.close());
beforeEach(() => mailbox.clear());

async function send(mail: SendMailOptions, url = mailbox.smtpUrl): Promise<void> {
  const transport = nodemailer.createTransport(url);
  try {
    await transport.sendMail({ from, to: "ana@exemplo.com.br", ...mail });
  } finally {
    transport.close();
  }
}

async function read(path: string): Promise<{ status: number; headers: Headers; body: string }> {
  const response = await fetch(new URL(path, mailbox.pageUrl));
  return { status: response.status, headers: response.headers, body: await response.text() };
}

function newestId(): string {
  return mailbox.messages()[0]?.id ?? "";
}

describe("a mail", () => {
  test("arrives with its accents, in text and HTML, for every recipient", async () => {
    await send({
      to: ["Ana <ana@exemplo.com.br>", "rui@exemplo.com.br"],
      bcc: "oculta@exemplo.com.br",
      subject: "Redefinição de senha: ação necessária ✅",
      text: "Olá, João!\nAbra https://sabia.test/reset-password?token=abc-123&x=1.\nTchau.",
      html: "<p>Olá, <b>João</b>!</p>",
      attachments: [{ filename: "recibo ç.txt", content: "olá" }],
    });
    const [message] = mailbox.messages();
    expect(message).toMatchObject({
      from,
      to: ["ana@exemplo.com.br", "rui@exemplo.com.br", "oculta@exemplo.com.br"],
      subject: "Redefinição de senha: ação necessária ✅",
      attachments: [{ name: "recibo ç.txt", type: "text/plain", size: 4 }],
    });
    const page = await read(`/messages/${newestId()}`);
    expect(page.body).toContain("Olá, João!");
    const address = "https://sabia.test/reset-password?token=abc-123&amp;x=1";
    expect(page.body).toContain(
      `<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>.`,
    );
    expect((await read(`/messages/${newestId()}/html`)).body).toContain("<p>Olá, <b>João</b>!</p>");
  });

  test("is listed newest first, on the page and as data, which can be asked for by recipient", async () => {
    await send({ subject: "primeira" });
    await send({ subject: "segunda", to: "Rui@Exemplo.com.br" });
    const list = (await read("/")).body;
    expect(list.indexOf("segunda")).toBeGreaterThan(0);
    expect(list.indexOf("segunda")).toBeLessThan(list.indexOf("primeira"));
    const all: unknown = JSON.parse((await read("/messages.json")).body);
    expect(all).toEqual(mailbox.messages());
    const forRui: unknown = JSON.parse((await read("/messages.json?to=rui@exemplo.com.br")).body);
    expect(forRui).toMatchObject([{ subject: "segunda" }]);
  });

  test("with hostile text shows as text", async () => {
    const hostile = `</title><script>alert(1)</script>"'><img src=x onerror=alert(2)>`;
    await send({
      from: { name: hostile, address: "x@y.test" },
      subject: hostile,
      text: `${hostile} javascript:alert(3) https://a.test/"onmouseover="alert(4)`,
      attachments: [{ filename: hostile, content: "x" }],
    });
    expect(mailbox.messages()[0]?.subject).toBe(hostile);
    for (const path of ["/", `/messages/${newestId()}`]) {
      const { body, headers } = await read(path);
      expect(body).not.toMatch(/<script|<img|href="javascript|[^;]"onmouseover/i);
      expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    }
  });

  test("shows its HTML only inside a sandbox, without scripts or loaded images", async () => {
    await send({ html: '<script>parent.document.title = "x"</script><img src="https://spy.test/pixel">' });
    const page = (await read(`/messages/${newestId()}`)).body;
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const mail = await read(`/messages/${newestId()}/html`);
    expect(mail.headers.get("content-security-policy")).toMatch(
      /^sandbox allow-popups [^;]*; default-src 'none'; img-src data: http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*;/,
    );
    expect(mail.headers.get("content-security-policy")).not.toContain("allow-scripts");
  });

  test("of four megabytes arrives, a larger one is refused and not kept", async () => {
    await send({ subject: "grande", text: "palavra ".repeat(500_000) });
    expect(mailbox.messages()[0]?.text.length).toBeGreaterThanOrEqual(4_000_000);
    const tooLarge = send({ text: "x".repeat(maxMailBytes + 1) });
    await expect(tooLarge).rejects.toMatchObject({ responseCode: 552 });
    expect(mailbox.messages()).toHaveLength(1);
  });

  test("drops the oldest beyond a hundred", async () => {
    const transport = nodemailer.createTransport(`${mailbox.smtpUrl}?pool=true`);
    for (let number = 1; number <= 103; number++)
      await transport.sendMail({ from, to: "a@b.test", subject: `n. ${number}` });
    transport.close();
    const subjects = mailbox.messages().map(({ subject }) => subject);
    expect(subjects).toHaveLength(100);
    expect([subjects[0], subjects.at(-1)]).toEqual(["n. 103", "n. 4"]);
  });
});

describe("the page of the mailbox", () => {
  test("has a message for an empty mailbox, and for an unknown mail", async () => {
    expect((await read("/")).body).toContain("Nenhuma mensagem ainda");
    expect((await read("/messages/00000000-0000-0000-0000-000000000000")).status).toBe(404);
    expect((await fetch(`${mailbox.pageUrl}/`)).status).toBe(404); // the path "//"
  });

  test("can be emptied by its own form, not by other sites", async () => {
    await send({ subject: "fica" });
    const post = (headers: Record<string, string>) =>
      fetch(new URL("/clear", mailbox.pageUrl), { method: "POST", redirect: "manual", headers });
    // With "no-referrer" a browser would send `Origin: null` with the page's own form.
    expect((await read("/")).headers.get("referrer-policy")).toBe("same-origin");
    expect((await post({ Origin: "http://evil.test" })).status).toBe(403);
    expect((await post({ Origin: "null" })).status).toBe(403);
    expect(mailbox.messages()).toHaveLength(1);
    expect((await post({ Origin: new URL(mailbox.pageUrl).origin })).status).toBe(303);
    expect(mailbox.messages()).toHaveLength(0);
    expect((await fetch(mailbox.pageUrl, { method: "PUT" })).status).toBe(405);
  });

  test("answers no request for another host name", async () => {
    await send({ subject: "segredo" });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(mailbox.pageUrl);
      request(
        { host: "127.0.0.1", port, path: "/messages.json", headers: { Host: "evil.test" } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on("error", reject)
        .end();
    });
    expect(status).toBe(403);
  });
});

describe("a mailbox with a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "sabia-mailbox-"));
  const dataFile = join(folder, "new", "mail.json");
  let own: Mailbox;
  afterEach(() => own.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  test("keeps the mail over a restart, readable by its owner only", async () => {
    own = await startMailbox({ dataFile });
    await send({ subject: "guardada" }, own.smtpUrl);
    await own.close();
    expect(statSync(dataFile).mode & 0o777).toBe(0o600);
    own = await startMailbox({ dataFile });
    expect(own.messages()).toMatchObject([{ subject: "guardada" }]);
    own.clear();
    await own.close();
    own = await startMailbox({ dataFile });
    expect(own.messages()).toEqual([]);
  });

  test("starts empty if the file is damaged, and keeps that file aside", async () => {
    writeFileSync(dataFile, '[{"id": 1');
    own = await startMailbox({ dataFile });
    expect(own.messages()).toEqual([]);
    expect(readFileSync(`${dataFile}.unreadable`, "utf8")).toBe('[{"id": 1');
  });

  test("reports a port in use", async () => {
    own = await startMailbox();
    const smtpPort = Number(new URL(own.smtpUrl).port);
    await expect(startMailbox({ smtpPort })).rejects.toThrow(`port ${smtpPort} (SMTP)`);
    const httpPort = Number(new URL(own.pageUrl).port);
    await expect(startMailbox({ httpPort })).rejects.toThrow(`port ${httpPort} (HTTP)`);
  });
});
