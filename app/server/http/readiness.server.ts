import type { Request, RequestHandler } from "express";
import { answerProbe, probeAnswer, probeHeader } from "~/platform/health/doctor-probe.server";
import {
  checkDatabase,
  checkDataKey,
  isSchemaCurrent,
  readDatabaseRights,
} from "~/platform/health/health.queries.server";
import { forwardRejections } from "~/platform/http";
import type { Services } from "~/platform/services";
import { readStalledSeconds, stalledAfterSeconds } from "~/server/metrics/figures.queries.server";

/** A check without a result for this long has failed. */
const limitMs = 2_000;

/** A result is reused: several load balancers may ask every second. */
const freshMs = 1_000;

type Check = "database" | "writes" | "rights" | "schema" | "dataKey" | "store" | "jobs";
type Readiness = { ready: boolean; text: string };

/**
 * 200 when this process can serve everything; 503 otherwise, and once it is asked to stop. One line for each check. A
 * stopped job queue is reported but does not count: all processes share it, and pages and sales work without it.
 */
export function readiness(
  services: Pick<Services, "db" | "secretBox" | "storage">,
  isStopping: () => boolean,
): RequestHandler {
  let last: { at: number; result: Promise<Readiness> } | undefined;
  return forwardRejections(async (_req, res) => {
    if (!last || performance.now() - last.at > freshMs)
      last = { at: performance.now(), result: check(services) };
    const { ready, text } = isStopping() ? { ready: false, text: "stopping\n" } : await last.result;
    res
      .status(ready ? 200 : 503)
      .set("Cache-Control", "no-store")
      .type("text")
      .send(text);
  });
}

async function check({
  db,
  secretBox,
  storage,
}: Pick<Services, "db" | "secretBox" | "storage">): Promise<Readiness> {
  const rights = readDatabaseRights(db);
  const checks: Record<Check, Promise<string>> = {
    database: checkDatabase(db).then(({ state }) => (state === "away" ? "not answering" : "ok")),
    writes: rights.then(({ readOnly }) => (readOnly ? "the database is read-only" : "ok")),
    rights: rights.then(({ missing }) => (missing.length > 0 ? "missing: run the migrations" : "ok")),
    schema: isSchemaCurrent(db).then((current) => (current ? "ok" : "older than this release")),
    dataKey: checkDataKey(db, secretBox).then((state) =>
      state === "other" ? "not the key of the stored data" : "ok",
    ),
    store: storage.check().then(() => "ok"),
    jobs: readStalledSeconds(db).then((seconds) =>
      seconds < stalledAfterSeconds ? "ok" : `none taken for ${Math.floor(seconds)} s while some wait`,
    ),
  };
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, result]) => [name, await within(result)] as const),
  );
  return {
    ready: results.every(([name, result]) => result === "ok" || name === "jobs"),
    text: results.map(([name, result]) => `${name}: ${result}\n`).join(""),
  };
}

/** Never rejects: the causes are in the log of what uses the service. */
async function within(result: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, limitMs, "not answering");
  });
  try {
    return await Promise.race([result, late]);
  } catch {
    return "failed";
  } finally {
    clearTimeout(timer);
  }
}

const words = {
  ready: "ok\n",
  noSchema: "the database has no schema of this release\n",
  away: "database not answering\n",
};

/** 200 only when the database answers in 2 s with this release's schema. The doctor also gets the client address. */
export function healthcheck(
  { db, env }: Pick<Services, "db" | "env">,
  addressOf: (req: Request) => string,
): RequestHandler {
  return forwardRejections(async (req, res, next) => {
    const answer = answerProbe(env.SESSION_SECRET, req.get(probeHeader), Date.now());
    // For a POST of the doctor that has only begun to send its body.
    if (req.method !== "GET" && req.method !== "HEAD") {
      if (!answer) return next();
      res.set("Connection", "close");
    }
    if (answer) {
      res.set(probeAnswer.signature, answer);
      res.set(probeAnswer.client, addressOf(req));
      res.set(probeAnswer.forwarded, req.get("x-forwarded-for") ?? "");
    }
    const deadline = new Promise<{ state: "away" }>((resolve) =>
      setTimeout(resolve, 2_000, { state: "away" }).unref(),
    );
    const { state } = await Promise.race([checkDatabase(db), deadline]);
    res
      .status(state === "ready" ? 200 : 503)
      .set("Cache-Control", "no-store")
      .type("text")
      .send(words[state]);
  });
}
