import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { decideAwaitedPayment, showAwaitedPayment } from "./awaited-payment";
import type { Holding, WatchButtonState } from "./holding";
import { listHoldings } from "./holdings.queries.server";

const steps = {
  owner: "own",
  has: "bought",
  suspended: "disputed",
  paying: "paying",
  held: "held",
  none: "buy",
} as const;

type WatchStepsArguments = [
  services: Pick<Services, "db" | "clock">,
  viewer: { userId: string } | undefined,
  videos: readonly { id: string }[],
  locale: Locale,
];

/** In order of `videos`. `viewer`: undefined when signed out. */
export async function showWatchSteps(...args: WatchStepsArguments): Promise<WatchButtonState[]> {
  return (await showHoldings(...args)).map(({ state }) => state);
}

export async function showHoldings(
  ...[{ db, clock }, viewer, videos, locale]: WatchStepsArguments
): Promise<{ holding: Holding; state: WatchButtonState }[]> {
  const none = { kind: "none" } as const;
  if (!viewer) return videos.map(() => ({ holding: none, state: { step: "login" } }));
  const holdings = await listHoldings(db, { userId: viewer.userId, videoIds: videos.map(({ id }) => id) });
  const now = clock();
  return videos.map(({ id }) => {
    const holding = holdings.get(id) ?? none;
    return { holding, state: showWatchStep(holding, now, locale) };
  });
}

/** Of a signed-in viewer. */
export function showWatchStep(holding: Holding, now: Date, locale: Locale): WatchButtonState {
  const state: WatchButtonState = { step: steps[holding.kind] };
  if (holding.kind !== "paying" && holding.kind !== "held") return state;
  state.saleId = holding.payment.id;
  const awaited = decideAwaitedPayment(holding.payment, now);
  if (awaited) state.awaited = showAwaitedPayment(awaited, now, locale);
  return state;
}
