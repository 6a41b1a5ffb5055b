import type { RequestHandler } from "express";
import type { Database } from "../db.server";
import { pingDatabase } from "../health.queries.server";
import { passFailures } from "./pass-failures";

/** 200 only when the database answers within two seconds. */
export function healthcheck(db: Database): RequestHandler {
  return passFailures(async (_req, res) => {
    const deadline = new Promise<false>((resolve) => setTimeout(resolve, 2_000, false).unref());
    const healthy = await Promise.race([pingDatabase(db), deadline]);
    res
      .status(healthy ? 200 : 503)
      .set("Cache-Control", "no-store")
      .type("text")
      .send(healthy ? "ok\n" : "database not answering\n");
  });
}
