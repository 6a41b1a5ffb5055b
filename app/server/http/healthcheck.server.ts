import type { RequestHandler } from "express";
import type { Database } from "~/platform/db.server";
import { checkDatabase } from "~/platform/health.queries.server";
import { passFailures } from "~/platform/pass-failures";

const words = {
  ready: "ok\n",
  noSchema: "the database has no schema of this release\n",
  away: "database not answering\n",
};

/** 200 only when the database answers within two seconds, and has our schema. */
export function healthcheck(db: Database): RequestHandler {
  return passFailures(async (_req, res) => {
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
