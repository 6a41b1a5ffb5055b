import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { type Mailer, MailRefused, MailUnconfirmed, type SendOptions } from "./mail";

interface Settings {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  from: string;
  /** Connection and greeting; twice that for each later step. */
  timeoutMs?: number;
}

export function createSmtpMailer({ url, from, timeoutMs = 10_000 }: Settings): Mailer {
  const transport = createTransport(
    {
      url,
      requireTLS: requiresTls(url),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: 2 * timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  transport.use("stream", (mail, done) => {
    const { beforeHandOver } = mail.data as SendOptions;
    if (beforeHandOver) mail.message.processFunc((content) => delayEnd(content, beforeHandOver));
    done();
  });
  return {
    async send(
      { to, subject, text, html, messageId, replyTo, unsubscribeUrl, listId },
      { beforeHandOver } = {},
    ) {
      let handedOver = false;
      const mail = {
        from,
        // As an object, because a text is read as a list of addresses.
        to: { name: "", address: to },
        subject,
        text,
        html,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...unsubscribeHeaders(unsubscribeUrl),
          ...(listId && { "List-Id": listId }),
        },
        ...(messageId && { messageId }),
        ...(replyTo && { replyTo }),
        beforeHandOver: async () => {
          await beforeHandOver?.();
          handedOver = true;
        },
      };
      try {
        await transport.sendMail(mail);
      } catch (error) {
        if (handedOver && !isReply(error)) throw new MailUnconfirmed(String(error), { cause: error });
        throw isRejectedAddress(error) ? new MailRefused(error.message, { cause: error }) : error;
      }
    },
  };
}

function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** For good. Other rejections may be of the sender or its rate. */
function isRejectedAddress(error: unknown): error is Error {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return error instanceof Error && command === "RCPT TO" && Number(responseCode) >= 500;
}

/** The server itself rejected the mail; otherwise the connection failed. */
function isReply(error: unknown): boolean {
  return (error as { responseCode?: unknown }).responseCode !== undefined;
}

/** Delays the end of the content until `release` has resolved; fails if it rejects. */
function delayEnd(content: Readable, release: () => Promise<void>): Readable {
  async function* passOn() {
    yield* content;
    await release();
  }
  return Readable.from(passOn(), { objectMode: false });
}

/** Except for a loopback address: a recovery link is as powerful as a password (RFC 3207). `?requireTLS=false` disables. */
export function requiresTls(url: string): boolean {
  return !["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}
