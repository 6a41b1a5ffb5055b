import { Logger, type Runner, run } from "graphile-worker";
import { sendRecoveryMail } from "~/features/accounts/send-recovery-mail.server";
import { sendPayoutMail } from "~/features/payouts/send-payout-mail.server";
import { lookUpPayment } from "~/features/sales/look-up-payment.server";
import { reconcile } from "~/features/sales/reconcile.server";
import { sendRefund } from "~/features/sales/refund-sale.server";
import { sendWithdrawalMail } from "~/features/sales/send-withdrawal-mail.server";
import { settleWaitingEvents } from "~/features/sales/settle-waiting-events.server";
import { checkStreams } from "~/features/videos/check-streams.server";
import { convertVideo } from "~/features/videos/convert-video.server";
import { copyYoutubeThumbnail } from "~/features/videos/copy-youtube-thumbnail.server";
import { resumeConversions } from "~/features/videos/queue-conversion.server";
import type { Job } from "./jobs";
import type { Services } from "./services.server";
import { sweep } from "./sweep.server";

type Tasks<Names extends keyof Job> = {
  [Name in Names]: (payload: Job[Name], shutDown: AbortSignal) => Promise<void>;
};

/** Jobs done at once by this process. */
const concurrency = 2;

/**
 * Works the queue in this process until stopped. A job that throws is tried again later; its cause is logged.
 * Any number of processes may work the same queue. Conversions take hours and all of a processor: each process makes one
 * at a time, beside everything else and not before it.
 */
export async function startWorker(services: Services): Promise<Pick<Runner, "stop">> {
  const tasks: Tasks<Exclude<keyof Job, "convert-video">> = {
    sweep: () => sweep(services),
    "settle-events": () => settleWaitingEvents(services),
    "check-streams": () => checkStreams(services),
    reconcile: async () => {
      await reconcile(services);
    },
    "send-refund": async ({ refundId }) => {
      await sendRefund(services, refundId);
    },
    "look-up-payment": ({ saleId }) => lookUpPayment(services, saleId),
    "send-payout-mail": (payload) => sendPayoutMail(services, payload),
    "send-withdrawal-mail": (payload) => sendWithdrawalMail(services, payload),
    "send-recovery-mail": (payload) => sendRecoveryMail(services, payload),
    "remove-replaced-file": ({ key }) => services.storage.remove(key),
    "resume-conversions": () => resumeConversions(services),
    "copy-youtube-thumbnail": ({ videoId }) => copyYoutubeThumbnail(services, videoId),
  };
  const conversions: Tasks<"convert-video"> = {
    "convert-video": (payload, shutDown) => convertVideo(services, payload, shutDown),
  };
  const log = services.log.child({ part: "worker" });
  const start = (list: Partial<Tasks<keyof Job>>, concurrency: number, crontab: string[]) =>
    run({
      pgPool: services.pool,
      concurrency,
      pollInterval: 2_000,
      noHandleSignals: true,
      crontab: crontab.join("\n"),
      taskList: Object.fromEntries(
        Object.entries(list).map(([name, task]) => [
          name,
          (payload: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
            task(payload as never, abortSignal),
        ]),
      ),
      logger: new Logger(() => (level, message) => {
        if (level === "error") log.error(message);
        else if (level === "warning") log.warn(message);
      }),
    });
  const runners = await Promise.all([
    start(tasks, concurrency, [
      "23 * * * * sweep",
      "*/5 * * * * settle-events",
      "*/5 * * * * resume-conversions",
      "* * * * * check-streams",
      "41 6 * * * reconcile",
    ]),
    start(conversions, 1, []),
  ]);
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
