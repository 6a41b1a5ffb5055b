import { hasEntrySince, insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { findRemoval } from "~/features/base/factors/second-factor.queries.server";
import { listHeldUntil } from "~/features/money/payees/details.queries.server";
import { showDetailsChanges } from "~/features/money/payees/details-changes.server";
import { maskDetails } from "~/features/money/payees/masked-detail";
import { decidePayoutProblem, type StoredDetails } from "~/features/money/payees/payee";
import type { ConversionReason, ConversionState } from "~/features/videos/media/conversion";
import type { StreamStatus } from "~/features/videos/media/stream-status";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { formatRegistered, showConsumer, showCreator } from "./listed-person";
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

type Needs = Pick<Services, "db" | "clock">;

interface PersonQuery {
  id: string;
  viewerId: string;
  after: Cursor | undefined;
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

export async function showCreatorPage({ db, clock }: Needs, query: PersonQuery & { opening: Opening }) {
  const { id: creatorId, viewerId, after } = query;
  const now = clock();
  const [creator, standing, balances, videos, details, heldUntil, grants, story] = await Promise.all([
    findCreator(db, creatorId),
    loadStanding(db, { id: creatorId, viewerId }),
    findAccountBalances(db, creatorId),
    listVideosOf(db, { creatorId, after }),
    showDetailsChanges(db, { creatorId, now }),
    listHeldUntil(db, { creatorIds: [creatorId], now }),
    listGrantsOf(db, creatorId),
    showStory(db, { userId: creatorId, after: query.story }),
  ]);
  const opened = creator && (await openPayoutDetails(db, { ...query.opening, among: [creator] }));
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

export async function showConsumerPage({ db }: Pick<Needs, "db">, query: PersonQuery) {
  const { id: consumerId, viewerId, after } = query;
  const [consumer, standing, purchases, grants, story] = await Promise.all([
    findConsumer(db, consumerId),
    loadStanding(db, { id: consumerId, viewerId }),
    listPurchasesOf(db, { consumerId, after }),
    listGrantsOf(db, consumerId),
    showStory(db, { userId: consumerId, after: query.story }),
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

type VideoStanding =
  | "shown"
  /** On sale, but few browsers play its file and conversion failed or is unavailable. */
  | "unplayable"
  | "suspended"
  /** Suspended because its file is unreadable. */
  | "unreadable"
  | "deleted"
  | "processing"
  | "failed"
  | "unfinished";

/** `stream`, `conversion`: stored states. `reason`: of a failed conversion. */
export function decideVideoStanding(video: {
  published_at: Date | null;
  deleted_at: Date | null;
  suspended_at: Date | null;
  stream: StreamStatus | null;
  conversion: ConversionState | null;
  reason: ConversionReason | null;
}): VideoStanding {
  if (video.deleted_at) return "deleted";
  if (video.suspended_at) return video.reason === "unreadable" ? "unreadable" : "suspended";
  if (video.published_at)
    return video.conversion === "failed" || video.conversion === "unavailable" ? "unplayable" : "shown";
  if (video.stream === "failed") return "failed";
  return video.stream === "processing" || video.stream === "ready" ? "processing" : "unfinished";
}

export interface Opening {
  creatorId: string | undefined;
  by: Actor;
}

/** A reloaded page opens the same details. */
const recordedAgainAfterMs = 10 * 60_000;

/**
 * Records the opening of payout details, once in ten minutes per administrator and creator. Undefined if the creator is
 * not `among` the page's.
 */
export async function openPayoutDetails(
  db: Db,
  {
    creatorId,
    by,
    among,
  }: Opening & { among: readonly (StoredDetails & { user_id: string; full_name: string })[] },
): Promise<string | undefined> {
  const creator = among.find(({ user_id }) => user_id === creatorId);
  if (!creator) return undefined;
  const { user_id: id, full_name: label } = creator;
  const action = "payoutDetailsOpened";
  const after = { paidTo: maskDetails(creator) };
  const since = new Date(by.at.getTime() - recordedAgainAfterMs);
  if (!(await hasEntrySince(db, { action, actorId: by.userId, targetId: id, after, since })))
    await insertAuditEntry(db, by, { action, target: { kind: "account", id, label }, after });
  return id;
}
