/** For development and tests: accepts any mail, delivers nothing, and shows it on a page, on 127.0.0.1. */
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { listen, send, startServer } from "../local-server/http";
import { answerTo } from "./http-answers";
import { type MailMessage, openMessageStore, parseMessage } from "./message";

/** Announced by SMTP's SIZE extension (RFC 1870). The product's mails have a few kilobytes. */
export const maxMailBytes = 5_000_000;

export type MailboxOptions = {
  /** Default: any free port. */
  smtpPort?: number;
  httpPort?: number | undefined;
  /** Default: in memory. */
  dataFile?: string | undefined;
};

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** Throws when a requested port is in use. */
export async function startMailbox(options: MailboxOptions = {}) {
  const store = openMessageStore(options.dataFile);
  const smtp = smtpServer(store.add);
  const smtpPort = await listen(smtp.server, options.smtpPort ?? 0, "The mailbox (SMTP)");
  const http = await startServer("The mailbox (HTTP)", options.httpPort ?? 0, async (request, response) => {
    const answer = answerTo(request, store);
    send(response, request.method === "HEAD" ? { ...answer, body: "" } : answer);
    request.resume();
  }).catch(async (error: unknown) => {
    await close(smtp);
    throw error;
  });
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    /** `messages.json` below it has the same data (`?to=` filters by recipient). */
    pageUrl: `http://localhost:${http.port}/`,
    /** Newest first, at most 100. */
    messages: store.list,
    clear: store.clear,
    close: async (): Promise<void> => {
      await Promise.all([close(smtp), http.close()]);
    },
  };
}

function smtpServer(keep: (message: MailMessage) => void): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"], // clients that verify certificates would refuse its built-in one
    authOptional: true,
    disableReverseLookup: true,
    size: maxMailBytes,
    rejectOversized: true,
    maxRecipients: 100,
    maxClients: 50,
    closeTimeout: 500,
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = { from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address) };
      readMail(stream)
        .then(async (raw) => raw && keep(await parseMessage(raw, envelope)))
        .then(() => done(), done);
    },
  });
  server.on("error", () => undefined);
  return server;
}

/** Undefined for a mail that is too large, read to its end so that the client gets the refusal. */
async function readMail(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk);
  }
  return stream.sizeExceeded ? undefined : Buffer.concat(chunks);
}

function close(smtp: SMTPServer): Promise<void> {
  return new Promise((resolve) => smtp.close(resolve));
}
