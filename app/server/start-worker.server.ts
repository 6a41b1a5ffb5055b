import { setTimeout as sleep } from "node:timers/promises";
import { mayRewriteLedger } from "~/features/money/ledger/ledger-proof.queries.server";
import { checkDatabase, checkDataKey, storeDataKeyCheck } from "~/platform/health/health.queries.server";
import type { Services } from "~/platform/services";
import { startWorker } from "./worker.server";

/** Between checks of a database that is not ready. */
const pauseMs = 1_000;

const checksPerLogLine = 30;

/** Once the database is ready. `stop` may be called at any time. */
export function startWorkerWhenReady(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const started = start(services, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await (await started)?.stop();
    },
  };
}

async function start(
  services: Services,
  signal: AbortSignal,
): Promise<{ stop(): Promise<void> } | undefined> {
  const { db, log } = services;
  for (let checks = 0; !signal.aborted; checks += 1) {
    const database = await checkDatabase(db);
    if (signal.aborted) break;
    if (database.state === "ready") {
      try {
        await warnOfLedgerRights(services);
        await checkKeyOfData(services);
        return await startWorker(services);
      } catch (error) {
        log.error({ err: error }, "the job queue could not be started: trying again");
      }
    } else if (checks % checksPerLogLine === 0) {
      const what =
        database.state === "away"
          ? `the database does not answer (${database.reason})`
          : "the database has no schema of this release: run the migrations";
      log.warn(`${what}; waiting`);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
}

/** Stores what a later start needs to recognise another key. */
async function checkKeyOfData({ db, secretBox, log }: Services): Promise<void> {
  await storeDataKeyCheck(db, secretBox);
  if ((await checkDataKey(db, secretBox)) === "other")
    log.error("DATA_KEY is not the one that the stored data was encrypted with: set the former one");
}

async function warnOfLedgerRights({ db, env, log }: Services): Promise<void> {
  if (env.NODE_ENV !== "production" || !(await mayRewriteLedger(db))) return;
  log.warn(
    "the server's database role owns the ledger and could change it: set DATABASE_OWNER_URL for migrations (README)",
  );
}
