import type { RequestHandler } from "express";
import type { Database } from "~/platform/db.server";
import { forwardRejections } from "~/platform/forward-rejections";
import { checkDatabase } from "~/platform/health.queries.server";

const words = {
  ready: "ok\n",
  noSchema: "the database has no schema of this release\n",
  away: "database not answering\n",
};

/** 200 only when the database responds within two seconds and has the schema of this release. */
export function healthcheck(db: Database): RequestHandler {
  return forwardRejections(async (_req, res) => {
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
