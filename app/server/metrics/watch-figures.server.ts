import { Gauge, type Registry } from "prom-client";
import type { Database } from "~/platform/db.server";
import {
  countFailedJobs,
  type LadderFigures,
  type MailFigures,
  type MoneyFigures,
  type QueueFigures,
  type ReplicationFigures,
  readLadderFigures,
  readMailFigures,
  readMoneyFigures,
  readQueueFigures,
  readReplicationFigures,
  readStalledSeconds,
} from "./figures.queries.server";

type Figures = QueueFigures &
  MoneyFigures &
  LadderFigures &
  MailFigures &
  ReplicationFigures & { stalledSeconds: number; failedJobs: { kind: string; jobs: number }[] };

const freshMs = 5_000;

const limitMs = 3_000;

/** Every process would report these figures alike: call it in one of a machine; over machines, take the maximum. */
export function watchFigures(registry: Registry, db: Database): void {
  let last: { at: number; figures: Promise<Figures | undefined> } | undefined;
  const figures = () => {
    if (!last || performance.now() - last.at > freshMs)
      last = { at: performance.now(), figures: within(readFigures(db)) };
    return last.figures;
  };
  const gauge = (name: string, help: string, read: (figures: Figures) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const current = await figures();
        // Removes the series: an old value would look like a known one.
        if (current) this.set(read(current));
        else this.remove();
      },
    });
  const series = (
    name: string,
    help: string,
    label: string,
    read: (figures: Figures) => Record<string, number>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const current = await figures();
        this.reset();
        for (const [value, figure] of Object.entries(current ? read(current) : {}))
          this.set({ [label]: value }, figure);
      },
    });
  series(
    "sabia_jobs",
    "Jobs of the queue by state: ready, scheduled, locked, failed (no attempts left)",
    "state",
    ({ ready, scheduled, locked, failed }) => ({ ready, scheduled, locked, failed }),
  );
  gauge(
    "sabia_jobs_oldest_ready_seconds",
    "Age of the job that could have run first",
    (figures) => figures.oldestReadySeconds,
  );
  gauge(
    "sabia_jobs_stalled_seconds",
    "Time in which no job was taken while one of its kind waited; 0 if none waits",
    (figures) => figures.stalledSeconds,
  );
  series("sabia_jobs_failed", "Jobs without attempts left, by kind", "kind", ({ failedJobs }) =>
    Object.fromEntries(failedJobs.map(({ kind, jobs }) => [kind, jobs])),
  );
  series(
    "sabia_mails",
    "Mails by state: waiting (due and not sent); refused and unconfirmed in the last day",
    "state",
    (figures) => ({
      waiting: figures.mailsWaiting,
      refused: figures.mailsRefused,
      unconfirmed: figures.mailsUnconfirmed,
    }),
  );
  gauge(
    "sabia_mails_oldest_seconds",
    "Time for which the oldest mail that waits has been due",
    (figures) => figures.oldestMailSeconds,
  );
  gauge(
    "sabia_wal_archive_failing_seconds",
    "Time since the last WAL file was archived, while archiving fails; else 0",
    (figures) => figures.archiveFailingSeconds,
  );
  gauge(
    "sabia_replication_slot_lag_bytes",
    "WAL that the replication slot farthest behind keeps; 0 without slots",
    (figures) => figures.slotLagBytes,
  );
  gauge(
    "sabia_payment_events_waiting",
    "Payment events received and not settled",
    (figures) => figures.eventsWaiting,
  );
  gauge(
    "sabia_payment_events_oldest_seconds",
    "Age of the oldest payment event that is not settled",
    (figures) => figures.oldestEventSeconds,
  );
  gauge(
    "sabia_ledger_violations",
    "Violations found by the newest proof of the ledger",
    (figures) => figures.ledgerViolations,
  );
  gauge(
    "sabia_provider_differences",
    "Differences in the newest comparison with the payment provider",
    (figures) => figures.providerDifferences,
  );
  gauge(
    "sabia_provider_comparison_age_seconds",
    "Age of the newest comparison with the payment provider; before the first, of the database",
    (figures) => figures.comparisonAgeSeconds,
  );
  gauge(
    "sabia_ledger_proof_age_seconds",
    "Age of the newest proof of the ledger, of its two ways the older one; before the first, of the database",
    (figures) => figures.proofAgeSeconds,
  );
  gauge("sabia_ladder_bytes", "Size of all rungs of stored videos", (figures) => figures.ladderBytes);
  series("sabia_ladders", "Ladders of stored videos by state: waiting, failed", "state", (figures) => ({
    waiting: figures.laddersWaiting,
    failed: figures.laddersFailed,
  }));
  series(
    "sabia_paid_without_access",
    "Payments that gave no access, by where they were found: event, sale, provider (the newest comparison)",
    "found",
    (figures) => ({ event: figures.paidEvents, sale: figures.paidSales, provider: figures.paidAtProvider }),
  );
}

async function readFigures(db: Database): Promise<Figures> {
  const [queue, failedJobs, stalledSeconds, money, ladders, mails, replication] = await Promise.all([
    readQueueFigures(db),
    countFailedJobs(db),
    readStalledSeconds(db),
    readMoneyFigures(db),
    readLadderFigures(db),
    readMailFigures(db),
    readReplicationFigures(db),
  ]);
  return { ...queue, failedJobs, stalledSeconds, ...money, ...ladders, ...mails, ...replication };
}

async function within(reading: Promise<Figures>): Promise<Figures | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, limitMs, undefined).unref());
  return Promise.race([reading, late]).catch(() => undefined);
}
