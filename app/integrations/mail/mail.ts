/** One mail, in both forms that readers show. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface SendOptions {
  /** Awaited when the mail server has everything but the end of the mail, so that it cannot have accepted it yet. */
  beforeHandOver?: () => Promise<void>;
}

/** Sends mail. Throws when the server refuses it or cannot be reached: the caller is a job that tries again. */
export interface Mailer {
  send(mail: Mail, options?: SendOptions): Promise<void>;
}
