import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import type { Mailer, SendOptions } from "./mail";

interface Settings {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  from: string;
  /** How long the server may take to be reached and to greet, in milliseconds; twice that for each later step. */
  patienceMs?: number;
}

/** Takes the server's address and the sender. Nothing is contacted yet. */
export function createSmtpMailer({ url, from, patienceMs = 10_000 }: Settings): Mailer {
  const transport = createTransport(
    {
      url,
      requireTLS: mustEncrypt(url),
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: 2 * patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  transport.use("stream", (mail, done) => {
    const { beforeHandOver } = mail.data as SendOptions;
    if (beforeHandOver) mail.message.processFunc((content) => withheldEnd(content, beforeHandOver));
    done();
  });
  return {
    async send({ to, subject, text, html }, { beforeHandOver } = {}) {
      const mail = { from, to, subject, text, html, beforeHandOver };
      await transport.sendMail(mail);
    },
  };
}

/** Returns the same content, which does not end before `release` has resolved, and fails if it rejects. */
function withheldEnd(content: Readable, release: () => Promise<void>): Readable {
  async function* passOn() {
    yield* content;
    await release();
  }
  return Readable.from(passOn(), { objectMode: false });
}

/**
 * Whether a server must take TLS before it is told anything (RFC 3207): every one but this machine's own, since a
 * recovery link is as good as a password. `?requireTLS=false` in the address says otherwise, for a private network.
 */
export function mustEncrypt(url: string): boolean {
  return !["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}
