import { isErrorNamed } from "~/integrations/known-by-name";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets: the same for each attempt, so that mail servers recognise a repeat. */
  messageId?: string | undefined;
  replyTo?: string | undefined;
  /** The address that ends mails of this kind by one POST (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** With angle brackets (RFC 2919). */
  listId?: string | undefined;
}

export interface SendOptions {
  /** Awaited before the end of the mail is sent, so before the mail server can accept it. */
  beforeHandOver?: () => Promise<void>;
}

/**
 * Throws `MailRefused` when the server rejects the address for good, `MailUnconfirmed` when it may have accepted the
 * mail, another error when it rejects the mail or cannot be reached; the calling job then retries.
 */
export interface Mailer {
  send(mail: Mail, options?: SendOptions): Promise<void>;
}

/** The connection broke after the mail server could accept the mail, and before it said whether it did. */
export class MailUnconfirmed extends Error {
  override readonly name = "MailUnconfirmed";

  static override [Symbol.hasInstance](value: unknown): value is MailUnconfirmed {
    return isErrorNamed(value, "MailUnconfirmed");
  }
}

/**
 * The mail server rejected the address for good (RFC 5321, 5yz): sending again is no use. Its message has the server's
 * reply.
 */
export class MailRefused extends Error {
  override readonly name = "MailRefused";

  static override [Symbol.hasInstance](value: unknown): value is MailRefused {
    return isErrorNamed(value, "MailRefused");
  }

  constructor(message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
  }
}
