import type { Mailer } from "~/integrations/mail/mail";
import type { Services } from "~/platform/services";
import { forgetHandedOver, noteHandedOver, type QueuedJob } from "./handed-over-mails.queries.server";

/**
 * Returns the mailer for one job: it notes the mail as handed over just before the mail server can accept it. A job that
 * was interrupted after that is not to be run again (`wasHandedOver`). A mail that the server did not accept is no longer
 * noted, and the job is retried.
 */
export function mailerOfJob(
  { db, log }: Pick<Services, "db" | "log">,
  mailer: Mailer,
  job: QueuedJob,
): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail, { beforeHandOver: () => noteHandedOver(db, job) });
      } catch (error) {
        await forgetHandedOver(db, job).catch((cause: unknown) =>
          log.error({ err: cause, job: job.id }, "a mail that failed stays noted as handed over"),
        );
        throw error;
      }
    },
  };
}
