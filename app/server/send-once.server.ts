import type { Mailer } from "~/integrations/mail/mail";
import type { Services } from "~/platform/services";
import { forgetHandedOver, noteHandedOver, type QueuedJob } from "./handed-over-mails.queries.server";

/**
 * Returns the mailer of one job. It records the mail as handed over just before the mail server can accept it, so
 * that an interrupted job is not run again (`wasHandedOver`). If the mail server rejects the mail, the record is
 * removed and the job is retried.
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
