import { createServer } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { createSmtpMailer, requiresTls } from "~/integrations/mail/smtp.server";
import { startMailbox } from "../../dev/mailbox/start-mailbox";
import { listen } from "../support/listen";

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const from = "Sabiá <sabia@example.com>";
const mail = { to: "ana@example.com", subject: "Olá", text: "Um link.", html: "<p>Um link.</p>" };

test("a mail arrives in text and HTML", async () => {
  await createSmtpMailer({ url: mailbox.smtpUrl, from }).send(mail);
  expect(mailbox.messages()).toMatchObject([{ to: ["ana@example.com"], subject: "Olá" }]);
});

describe("a mail server without TLS", () => {
  test.each([
    ["smtp://localhost:1025", false],
    ["smtp://127.0.0.1:1025", false],
    ["smtp://[::1]:1025", false],
    ["smtp://mail.example:587", true],
    ["smtp://user:password@10.0.0.5", true],
    ["smtps://mail.example", true],
    ["smtp://localhost.example", true],
  ])("is reached by %s with TLS required: %s", (url, must) => expect(requiresTls(url)).toBe(must));

  test("is refused when TLS is required, unless the URL disables it", async () => {
    const before = mailbox.messages().length;
    const send = (query: string) => createSmtpMailer({ url: `${mailbox.smtpUrl}${query}`, from }).send(mail);
    await expect(send("?requireTLS=true")).rejects.toThrow(/STARTTLS/);
    expect(mailbox.messages()).toHaveLength(before);
    await send("?requireTLS=false");
    expect(mailbox.messages()).toHaveLength(before + 1);
  });
});

test("a connection to a server that never greets times out", async () => {
  const silent = createServer(() => {});
  const port = await listen(silent);
  const sending = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 100 }).send(mail);
  await expect(sending).rejects.toMatchObject({ code: "ETIMEDOUT" });
  silent.close();
});
