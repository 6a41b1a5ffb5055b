import { decideAwaitedPayment, showAwaitedPayment } from "~/features/orders/checkout/awaited-payment";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { listStandings } from "./current-sales.queries.server";
import type { WatchButtonState } from "./watch-button-state";
import { decideWatchStep } from "./watch-step";

/** Returns the Watch button's step for each of these videos, in order. `viewer`: undefined when signed out. */
export async function showWatchSteps(
  { db, clock }: Pick<Services, "db" | "clock">,
  viewer: { userId: string } | undefined,
  videos: readonly { id: string; creator_id: string }[],
  locale: Locale,
): Promise<WatchButtonState[]> {
  const standings = viewer
    ? await listStandings(db, { consumerId: viewer.userId, videoIds: videos.map(({ id }) => id) })
    : undefined;
  const now = clock();
  return videos.map(({ id, creator_id }) => {
    const { granted = false, sale, held } = standings?.get(id) ?? {};
    const step = decideWatchStep(viewer?.userId, {
      creatorId: creator_id,
      granted,
      sale: sale?.status,
      held: held !== undefined,
    });
    if (step !== "paying" && step !== "held") return { step };
    const payment = step === "held" ? held : sale;
    if (!payment) return { step };
    const awaited = decideAwaitedPayment(payment, now);
    const state: WatchButtonState = { step, saleId: payment.id };
    if (awaited) state.awaited = showAwaitedPayment(awaited, now, locale);
    if (step === "held" && held) state.heldBy = { title: held.title, isCourse: held.isCourse };
    return state;
  });
}
