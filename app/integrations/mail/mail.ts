import { isErrorNamed } from "~/integrations/known-by-name";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets; the same for each attempt, so that mail servers recognise a repeat. */
  messageId?: string | undefined;
  replyTo?: string | undefined;
  /** Ends mails of this kind by one POST (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** With angle brackets (RFC 2919). */
  listId?: string | undefined;
}

export interface SendOptions {
  /** Awaited before the end of the mail is sent, so before the server can accept it. */
  beforeHandOver?: () => Promise<void>;
}

/** Throws `MailRefused`, `MailUnconfirmed`, or another error, after which the job retries. */
export interface Mailer {
  send(mail: Mail, options?: SendOptions): Promise<void>;
}

/** The connection broke when the server may have accepted the mail. */
export class MailUnconfirmed extends Error {
  override readonly name = "MailUnconfirmed";

  static override [Symbol.hasInstance](value: unknown): value is MailUnconfirmed {
    return isErrorNamed(value, "MailUnconfirmed");
  }
}

/** The server rejected the address for good (RFC 5321, 5yz). The message has its reply. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";

  static override [Symbol.hasInstance](value: unknown): value is MailRefused {
    return isErrorNamed(value, "MailRefused");
  }

  constructor(message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
  }
}
