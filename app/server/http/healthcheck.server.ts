import type { Request, RequestHandler } from "express";
import { forwardRejections } from "~/platform/forward-rejections";
import { answerProbe, probeAnswer, probeHeader } from "~/platform/health/doctor-probe.server";
import { checkDatabase } from "~/platform/health/health.queries.server";
import type { Services } from "~/platform/services";

const words = {
  ready: "ok\n",
  noSchema: "the database has no schema of this release\n",
  away: "database not answering\n",
};

/**
 * 200 only when the database responds within two seconds and has the schema of this release. The doctor's signed probe
 * also gets which client address the server believes.
 */
export function healthcheck(
  { db, env }: Pick<Services, "db" | "env">,
  addressOf: (req: Request) => string,
): RequestHandler {
  return forwardRejections(async (req, res, next) => {
    const answer = answerProbe(env.SESSION_SECRET, req.get(probeHeader), Date.now());
    // For a POST of the doctor, which has only begun to send its body.
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
