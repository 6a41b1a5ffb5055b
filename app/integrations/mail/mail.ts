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
