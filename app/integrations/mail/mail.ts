export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface SendOptions {
  /** Awaited before the end of the mail is sent, so before the mail server can accept it. */
  beforeHandOver?: () => Promise<void>;
}

/** Throws when the server rejects the mail or cannot be reached; the calling job retries. */
export interface Mailer {
  send(mail: Mail, options?: SendOptions): Promise<void>;
}
