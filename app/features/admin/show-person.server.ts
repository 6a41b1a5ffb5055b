import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services.server";
import {
  findConsumer,
  findCreator,
  listCreatorBalances,
  listPurchasesOf,
  listVideosOf,
} from "./people.queries.server";
import { formatRegistered, showConsumer, showCreator } from "./shown-person";

type Needs = Pick<Services, "db">;

/** A creator's page: profile, balances, a page of videos. Undefined where there is no such creator. */
export async function showCreatorPage({ db }: Needs, creatorId: string, after: Cursor | undefined) {
  const [creator, balances, videos] = await Promise.all([
    findCreator(db, creatorId),
    listCreatorBalances(db, creatorId),
    listVideosOf(db, { creatorId, after }),
  ]);
  return (
    creator && {
      creator: showCreator(creator),
      balances,
      next: videos.next,
      videos: videos.rows.map(({ created_at, published_at, deleted_at, ...video }) => ({
        ...video,
        date: formatRegistered(created_at),
        state: decideState(published_at, deleted_at),
      })),
    }
  );
}

function decideState(publishedAt: Date | null, deletedAt: Date | null) {
  if (deletedAt) return "deleted" as const;
  return publishedAt ? ("shown" as const) : ("unfinished" as const);
}

/** A consumer's page: profile, a page of purchases. Undefined where there is no such consumer. */
export async function showConsumerPage({ db }: Needs, consumerId: string, after: Cursor | undefined) {
  const [consumer, purchases] = await Promise.all([
    findConsumer(db, consumerId),
    listPurchasesOf(db, { consumerId, after }),
  ]);
  return (
    consumer && {
      consumer: showConsumer(consumer),
      next: purchases.next,
      purchases: purchases.rows.map(({ created_at, ...sale }) => ({
        ...sale,
        date: formatRegistered(created_at),
      })),
    }
  );
}
