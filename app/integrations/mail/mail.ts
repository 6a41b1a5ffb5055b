/** One mail, in both forms that readers show. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. Throws when the server refuses it or cannot be reached: the caller is a job that tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
