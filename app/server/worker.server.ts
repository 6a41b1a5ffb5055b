import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type JobHelpers, Logger, type Runner, run, type WorkerEvents } from "graphile-worker";
import { sendConfirmationMail } from "~/features/base/email-confirmation/confirm-email.server";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { eraseAccount } from "~/features/entrance/privacy/erase-account.server";
import { makeDownload } from "~/features/entrance/privacy/make-download.server";
import { sendRecoveryMail } from "~/features/entrance/recovery/recover-password.server";
import { anchorLedger, auditLedger } from "~/features/money/ledger/prove-ledger.server";
import { postAttentionMails } from "~/features/office/dashboard/attention-mail.server";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import { endCheckout } from "~/features/orders/checkout/open-checkout.server";
import { sendRefund } from "~/features/orders/purchases/refund-sale.server";
import { tellUnreadable } from "~/features/orders/purchases/sale-mails.server";
import { settleWaitingEvents } from "~/features/orders/settlement/receive-event.server";
import { lookUpDispute, lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { tellAnnouncement } from "~/features/shop/announcements/send-announcement.server";
import { tellFollowers } from "~/features/shop/announcements/tell-followers.server";
import { tellPriceFall } from "~/features/shop/catalog/price-falls.server";
import { withdrawFiles } from "~/features/shop/sharing/withdraw-files.server";
import { tellAddedLessons } from "~/features/studio/courses/added-lessons.server";
import { finishUpload } from "~/features/studio/uploads/finish-upload.server";
import { makeCaptions } from "~/features/videos/lesson-files/make-captions.server";
import { removeUnusedAttachment } from "~/features/videos/lesson-files/store-attachment.server";
import { convertVideo } from "~/features/videos/media/convert-video.server";
import { makePreview, resumePreviews } from "~/features/videos/media/make-preview.server";
import { makeRung } from "~/features/videos/media/make-rung.server";
import { resumeConversions, resumeLadders } from "~/features/videos/media/queue-conversion.server";
import { queueUnreadVideos, readVideoFacts } from "~/features/videos/media/read-video-facts.server";
import { checkStreams } from "~/features/videos/media/record-stream-status.server";
import { sendToStream } from "~/features/videos/media/send-to-stream.server";
import { removeUnusedTrailer } from "~/features/videos/media/store-trailer.server";
import { copyYoutubeThumbnail } from "~/features/videos/pictures/thumbnail.server";
import type { Job } from "~/platform/jobs/jobs";
import type { Log } from "~/platform/log.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { mailerOfJob, mailWriters } from "./mail-writers.server";
import { wasHandedOver } from "./runner.queries.server";
import { JobRunners } from "./runner-heartbeats.server";
import { jobTimes, sweep } from "./sweep.server";

type Tasks<Names extends keyof Job> = {
  [Name in Names]: (payload: Job[Name], shutDown: AbortSignal) => Promise<void>;
};

const concurrency = 2;

/** Connections to the mail server at once. */
const mailsAtOnce = 4;

/** Keep a processor busy. */
type Encoding = "convert-video" | "make-preview" | "make-rung";

/** Wait for the mail server. */
type Sending = Extract<keyof Job, `send-${string}mail`>;

function tasksOf(services: Services): Tasks<Exclude<keyof Job, Encoding | Sending>> {
  return {
    sweep: () => sweep(services),
    "settle-events": (payload) => settleWaitingEvents(services, payload),
    "check-streams": () => checkStreams(services),
    "anchor-ledger": async () => {
      await anchorLedger(services);
    },
    "audit-ledger": async () => {
      await auditLedger(services);
    },
    reconcile: async () => {
      await reconcile(services);
    },
    "send-refund": async ({ refundId }) => {
      await sendRefund(services, refundId);
    },
    "look-up-payment": ({ saleId }) => lookUpPayment(services, saleId),
    "end-checkout": async ({ checkoutId }) => {
      await endCheckout(services, checkoutId, services.clock());
    },
    "look-up-dispute": ({ disputeId }) => lookUpDispute(services, disputeId),
    "post-attention-mails": () => postAttentionMails(services),
    "send-to-stream": (payload, shutDown) => sendToStream(services, payload, shutDown),
    "remove-unused-trailer": (payload) => removeUnusedTrailer(services, payload),
    "make-captions": (payload) => makeCaptions(services, payload),
    "remove-clip": async ({ uid }) => services.streaming?.remove(uid),
    "tell-price-fall": (video) => tellPriceFall(services, video),
    "tell-added-lessons": (part) => tellAddedLessons(services, part),
    "tell-announcement": (part) => tellAnnouncement(services, part),
    "tell-followers": (part) => tellFollowers(services, part),
    "tell-unreadable": (part) => tellUnreadable(services, part),
    "finish-upload": async (own) => {
      await finishUpload(services, own);
    },
    "remove-unused-attachment": (file) => removeUnusedAttachment(services, file),
    "remove-replaced-file": ({ key }) => services.storage.remove(key),
    "withdraw-files": (payload) => withdrawFiles(services, payload),
    "export-data": (payload) => makeDownload(services, payload),
    "erase-account": (payload) => eraseAccount(services, payload),
    "resume-conversions": () =>
      tryEach(
        [resumeConversions, queueUnreadVideos, resumePreviews, resumeLadders],
        (resume) => resume(services),
        { onFailure: (error) => services.log.error({ err: error }, "a step of the round failed") },
      ),
    "read-video-facts": (payload) => readVideoFacts(services, payload),
    "copy-youtube-thumbnail": ({ videoId }) => copyYoutubeThumbnail(services, videoId),
  };
}

function mailsOf(services: Services): Tasks<Sending> {
  return {
    "send-mail": (payload) => sendMail(services, mailWriters, payload),
    "send-confirmation-mail": (payload) => sendConfirmationMail(services, payload),
    "send-recovery-mail": (payload) => sendRecoveryMail(services, payload),
  };
}

function conversionsOf(services: Services): Tasks<Encoding> {
  return {
    "convert-video": (payload, shutDown) => convertVideo(services, payload, shutDown),
    "make-preview": (payload, shutDown) => makePreview(services, payload, shutDown),
    "make-rung": (payload, shutDown) => makeRung(services, payload, shutDown),
  };
}

const sendsOneMail = /^send-.+-mail$/;

/**
 * `stop` resolves when the last job is recorded as done, failed or released. Failed jobs are retried. Processes share
 * the queue; a killed process's jobs are taken over. Mails run beside the other jobs, so that a mail server that hangs
 * delays nothing else; so do conversions, which take hours and a whole processor: one at a time in each process.
 */
export async function startWorker(services: Services): Promise<Pick<Runner, "stop">> {
  const log = services.log.child({ part: "worker" });
  const jobRunners = new JobRunners(services.db, log);
  const stopping = new AbortController();
  const start = <Names extends keyof Job>(
    tasksFor: (services: Services) => Tasks<Names>,
    { concurrency, crontab = [], lastsHours = false }: RunnerOptions,
  ) => {
    const names = Object.keys(tasksFor(services)) as Names[];
    const startRunner = (events: WorkerEvents, jobs: RunningJobs) =>
      run({
        pgPool: services.jobPool,
        events,
        concurrency,
        pollInterval: 2_000,
        noHandleSignals: true,
        crontab: crontab.join("\n"),
        // Without delays, stopping does not wait until the last job is recorded (graphile-worker 0.17).
        preset: {
          worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, preparedStatements: false },
          plugins: [
            {
              name: "JobRunners",
              version: "1.0.0",
              worker: {
                hooks: {
                  startWorker: (_, { worker }) =>
                    jobRunners.add(worker.workerPool.id, {
                      tasks: names,
                      takes: () => jobs.wereTaken() || (lastsHours && jobs.count > 0),
                    }),
                },
              },
            },
          ],
        },
        taskList: Object.fromEntries(
          names.map((name) => [
            name,
            (payload: unknown, helpers: JobHelpers) =>
              jobs.add(runJob(name, tasksFor, payload as Job[Names], helpers)),
          ]),
        ),
        logger: new Logger(() => (level, message, meta) => {
          if (level === "error") logQueueError(log, message, meta);
          else if (level === "warning") log.warn(message);
        }),
      });
    return keepRunning(startRunner, { jobRunners, log, signal: stopping.signal });
  };

  async function runJob<Names extends keyof Job>(
    name: Names,
    tasksFor: (services: Services) => Tasks<Names>,
    payload: Job[Names],
    { job, abortSignal }: JobHelpers,
  ): Promise<void> {
    if (!services.mailer || !sendsOneMail.test(name)) return tasksFor(services)[name](payload, abortSignal);
    if (job.attempts > 1 && (await wasHandedOver(services.db, job))) {
      log.warn({ job: job.id, name }, "a mail was handed over by a run that was interrupted: not sent again");
      return;
    }
    const mailer = mailerOfJob(services, services.mailer, job);
    return tasksFor({ ...services, mailer })[name](payload, abortSignal);
  }

  const starting = await Promise.allSettled([
    start(tasksOf, { concurrency, crontab: jobTimes }),
    start(mailsOf, { concurrency: mailsAtOnce }),
    start(conversionsOf, { concurrency: 1, lastsHours: true }),
  ]);
  const runners = starting.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const stop = async () => {
    stopping.abort();
    await Promise.all(runners.map((runner) => runner.stop()));
  };
  const failed = starting.find((each) => each.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  jobRunners.start();
  return {
    stop: async () => {
      await stop();
      await jobRunners.stop();
    },
  };
}

interface RunnerOptions {
  concurrency: number;
  crontab?: readonly string[];
  /** The runner takes the next job only after hours. */
  lastsHours?: boolean;
}

class RunningJobs {
  readonly #running = new Set<Promise<void>>();
  #taken = false;

  get count(): number {
    return this.#running.size;
  }

  /** Since the last call. */
  wereTaken(): boolean {
    const taken = this.#taken;
    this.#taken = false;
    return taken;
  }

  add(job: Promise<void>): Promise<void> {
    this.#taken = true;
    this.#running.add(job);
    const remove = () => this.#running.delete(job);
    job.then(remove, remove);
    return job;
  }

  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}

/** Between attempts to start a runner again. */
const restartMs = 1_000;

/** A runner that ended gets its last job within this time, if at all. */
const lastJobMs = 20_000;

/**
 * graphile-worker 0.17 ends a runner that could not record the end of a job, as when the database is away: another one
 * is started, and the ended one's jobs are unlocked when their handlers have returned. Throws when the first runner
 * cannot be started.
 */
async function keepRunning(
  startRunner: (events: WorkerEvents, jobs: RunningJobs) => Promise<Runner>,
  { jobRunners, log, signal }: { jobRunners: JobRunners; log: Log; signal: AbortSignal },
): Promise<{ stop(): Promise<void> }> {
  let starting: Promise<Runner | undefined> = begin();
  /** Their runners ended, and they still run. */
  const ended = new Set<RunningJobs>();

  function begin(): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter();
    const jobs = new RunningJobs();
    events.once("pool:gracefulShutdown", ({ workerPool }) => {
      if (signal.aborted) return;
      log.error("the job queue ended a runner: starting another");
      ended.add(jobs);
      // The runner may never say that it ended.
      const released = new Promise((resolve) => events.once("pool:release", resolve));
      const free = async () => {
        await Promise.race([released, sleep(lastJobMs, undefined, { ref: false })]);
        await jobs.settle();
        ended.delete(jobs);
        await jobRunners.release(workerPool.id);
      };
      free();
      starting = beginAgain();
    });
    return startRunner(events, jobs);
  }

  async function beginAgain(): Promise<Runner | undefined> {
    while (!signal.aborted) {
      try {
        return await begin();
      } catch (error) {
        log.warn({ err: error }, "the job queue could not be started: trying again");
        await sleep(restartMs, undefined, { signal }).catch(() => {});
      }
    }
    return undefined;
  }

  await starting;
  return {
    async stop() {
      const runner = await starting;
      // Rejects when the runner has ended by itself.
      await runner?.stop().catch((error: unknown) => log.warn({ err: error }, "a runner had ended"));
      await Promise.all([...ended].map((jobs) => jobs.settle()));
    },
  };
}

/** Of graphile-worker's message about a failed job. */
interface QueueErrorMeta {
  failure?: boolean;
  job?: Pick<JobHelpers["job"], "id" | "task_identifier" | "attempts" | "max_attempts">;
  error?: unknown;
  duration?: number;
}

/** Names job, task and attempt, never the payload, which may hold an e-mail address. */
function logQueueError(log: Log, message: string, meta: object | undefined): void {
  const { failure, job, error, duration } = (meta ?? {}) as QueueErrorMeta;
  if (!failure || !job) {
    log.error(message);
    return;
  }
  log.error(
    {
      job: job.id,
      name: job.task_identifier,
      attempt: job.attempts,
      maxAttempts: job.max_attempts,
      milliseconds: Math.round(duration ?? 0),
      err: error,
    },
    job.attempts >= job.max_attempts ? "a job failed for the last time" : "a job failed: it will be retried",
  );
}
