import { isErrorNamed } from "~/integrations/known-by-name";

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
