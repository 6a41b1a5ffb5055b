import { findRemoval } from "~/features/accounts/factors/removals.queries.server";
import { listHeldUntil } from "~/features/money/payees/details.queries.server";
import { showDetailsChanges } from "~/features/money/payees/details-changes.server";
import { decidePayoutProblem } from "~/features/money/payees/payee";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { formatRegistered, showConsumer, showCreator } from "./listed-person";
import { type Opening, openPayoutDetails } from "./open-payout-details.server";
import {
  findAccountBalances,
  findConsumer,
  findCreator,
  listGrantsOf,
  listPurchasesOf,
  listVideosOf,
} from "./people.queries.server";
import type { GrantEnd, GrantReason } from "./person-story";
import { showStory } from "./show-story.server";
import { findAccountState } from "./suspensions.queries.server";
import { decideVideoStanding } from "./video-status";

type Needs = Pick<Services, "db" | "clock">;

interface PersonQuery {
  id: string;
  viewerId: string;
  after: Cursor | undefined;
  /** Where the page of the story begins. */
  story: Cursor | undefined;
}

async function loadStanding(db: Db, { id, viewerId }: { id: string; viewerId: string }) {
  const [account, removal] = await Promise.all([findAccountState(db, id), findRemoval(db, id)]);
  return (
    account && {
      id,
      email: account.email,
      isAdmin: Boolean(account.is_admin),
      suspended: account.suspended_at !== null,
      own: id === viewerId,
      asksForRemoval: removal?.proved_at != null && removal.allowed_at === null,
    }
  );
}

export type CreatorPageView = NonNullable<Awaited<ReturnType<typeof showCreatorPage>>>;

export async function showCreatorPage({ db, clock }: Needs, asked: PersonQuery & { opening: Opening }) {
  const { id: creatorId, viewerId, after } = asked;
  const now = clock();
  const [creator, standing, balances, videos, details, heldUntil, grants, story] = await Promise.all([
    findCreator(db, creatorId),
    loadStanding(db, { id: creatorId, viewerId }),
    findAccountBalances(db, creatorId),
    listVideosOf(db, { creatorId, after }),
    showDetailsChanges(db, { creatorId, now }),
    listHeldUntil(db, { creatorIds: [creatorId], now }),
    listGrantsOf(db, creatorId),
    showStory(db, { userId: creatorId, after: asked.story }),
  ]);
  const opened = creator && (await openPayoutDetails(db, { ...asked.opening, among: [creator] }));
  return (
    creator &&
    standing && {
      standing,
      creator: showCreator(creator, {
        opened: opened !== undefined,
        suspended: standing.suspended,
        payoutProblem: decidePayoutProblem(creator),
        heldUntil: heldUntil.get(creatorId),
      }),
      details,
      balances,
      grants: showGrants(grants),
      story,
      next: videos.next,
      videos: videos.rows.map(({ id, title, price_cents, currency, created_at, ...row }) => ({
        id,
        title,
        price_cents,
        currency,
        date: formatRegistered(created_at),
        standing: decideVideoStanding(row),
      })),
    }
  );
}

function showGrants(grants: Awaited<ReturnType<typeof listGrantsOf>>) {
  return grants.map(({ granted_at, revoked_at, revoke_reason, reason, ...grant }) => ({
    ...grant,
    reason: reason as GrantReason,
    since: formatRegistered(granted_at),
    ended: revoked_at && {
      on: formatRegistered(revoked_at),
      why: (revoke_reason ?? "withdrawn") as GrantEnd,
    },
  }));
}

export async function showConsumerPage({ db }: Pick<Needs, "db">, asked: PersonQuery) {
  const { id: consumerId, viewerId, after } = asked;
  const [consumer, standing, purchases, grants, story] = await Promise.all([
    findConsumer(db, consumerId),
    loadStanding(db, { id: consumerId, viewerId }),
    listPurchasesOf(db, { consumerId, after }),
    listGrantsOf(db, consumerId),
    showStory(db, { userId: consumerId, after: asked.story }),
  ]);
  return (
    consumer &&
    standing && {
      standing,
      consumer: showConsumer(consumer, standing.suspended),
      next: purchases.next,
      grants: showGrants(grants),
      story,
      purchases: purchases.rows.map(({ created_at, ...sale }) => ({
        ...sale,
        date: formatRegistered(created_at),
      })),
    }
  );
}
