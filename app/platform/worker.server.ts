import { Logger, type Runner, run } from "graphile-worker";
import { sendRecoveryMail } from "~/features/accounts/send-recovery-mail.server";
import { sendPayoutMail } from "~/features/payouts/send-payout-mail.server";
import { lookUpPayment } from "~/features/sales/look-up-payment.server";
import { reconcile } from "~/features/sales/reconcile.server";
import { sendRefund } from "~/features/sales/refund-sale.server";
import { settleWaitingEvents } from "~/features/sales/settle-waiting-events.server";
import { finishDeletions } from "~/features/videos/delete-video.server";
import { sweepAbandoned } from "~/features/videos/sweep-abandoned.server";
import type { Job } from "./jobs";
import type { Services } from "./services.server";
import { deleteExpiredSessions } from "./session.queries.server";

type Tasks = { [Name in keyof Job]: (payload: Job[Name]) => Promise<void> };

/** Jobs done at once by this process. */
const concurrency = 2;

/**
 * Works the queue in this process until stopped. A job that throws is tried again later; its cause is logged.
 * Any number of processes may work the same queue.
 */
export async function startWorker(services: Services): Promise<Runner> {
  const tasks: Tasks = {
    sweep: async () => {
      await sweepAbandoned(services);
      await finishDeletions(services);
      await deleteExpiredSessions(services.db, services.clock());
    },
    "settle-events": () => settleWaitingEvents(services),
    reconcile: async () => {
      await reconcile(services);
    },
    "send-refund": async ({ refundId }) => {
      await sendRefund(services, refundId);
    },
    "look-up-payment": ({ saleId }) => lookUpPayment(services, saleId),
    "send-payout-mail": (payload) => sendPayoutMail(services, payload),
    "send-recovery-mail": (payload) => sendRecoveryMail(services, payload),
  };
  const log = services.log.child({ part: "worker" });
  return run({
    pgPool: services.pool,
    concurrency,
    pollInterval: 2_000,
    noHandleSignals: true,
    crontab: ["23 * * * * sweep", "*/5 * * * * settle-events", "41 6 * * * reconcile"].join("\n"),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as never)]),
    ),
    logger: new Logger(() => (level, message) => {
      if (level === "error") log.error(message);
      else if (level === "warning") log.warn(message);
    }),
  });
}
