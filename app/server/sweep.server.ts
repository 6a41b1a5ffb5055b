import { deleteExpiredConfirmations } from "~/features/accounts/email-confirmation.queries.server";
import { giveUpLapsedSales } from "~/features/checkout/expire-unopened-sales.server";
import { finishDeletions } from "~/features/deletion/delete-video.server";
import { sweepConversions } from "~/features/encoding/convert-video.server";
import { forgetOldPublications } from "~/features/uploads/publish-ceiling.queries.server";
import { sweepAbandoned } from "~/features/uploads/sweep-abandoned.server";
import type { Services } from "~/platform/services";
import { deleteExpiredSessions } from "~/platform/session.queries.server";
import { tryEach } from "~/platform/try-each";
import { deleteOldHandedOver } from "./handed-over-mails.queries.server";

/** Each step ends by itself long before; this only says that none is left out for lack of time, in milliseconds. */
const noLimitMs = Number.POSITIVE_INFINITY;

/**
 * Clears everything that was left behind, hourly. A step that fails holds up no other; it is logged, and the first
 * failure is thrown once all have run, so that the job counts as failed.
 */
export async function sweep(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const steps: [name: string, run: () => Promise<void>][] = [
    ["abandoned uploads", () => sweepAbandoned(services)],
    ["conversions", () => sweepConversions(services)],
    ["deletions", () => finishDeletions(services)],
    ["sales never opened", () => giveUpLapsedSales(services)],
    ["e-mail confirmations", () => deleteExpiredConfirmations(db, clock())],
    ["publications", () => forgetOldPublications(db, clock())],
    ["sessions", () => deleteExpiredSessions(db, clock())],
    ["mails handed over", () => deleteOldHandedOver(db)],
  ];
  await tryEach(steps, ([, run]) => run(), {
    onFailure: (error, [step]) => log.error({ err: error, step }, "a step of the sweep failed"),
    maxMs: noLimitMs,
  });
}
