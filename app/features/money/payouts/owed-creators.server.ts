import { decidePayeeAt } from "~/features/money/payees/details-hold";
import type { Db } from "~/platform/db.server";
import { creatorsPerPage, listOwedCreators, listReleases, type OwedCursor } from "./balances.queries.server";

/** Returns a page of creators' balances with their releases, and what prevents a payout. */
export async function loadOwedCreators(db: Db, asked: { after: OwedCursor | undefined; now: Date }) {
  const rows = await listOwedCreators(db, asked);
  const shown = rows.slice(0, creatorsPerPage);
  const creatorIds = shown.map(({ creator_id }) => creator_id);
  const releases = await listReleases(db, { creatorIds, now: asked.now });
  const last = shown.at(-1);
  return {
    creators: shown.map(({ creator_id: id, owed, later, held, transit, minimum, saved, change }) => {
      const payee = decidePayeeAt(saved, change, asked.now);
      return {
        id,
        name: saved.full_name,
        payableCents: owed - later,
        laterCents: later,
        heldCents: held,
        inTransitCents: transit,
        minimumCents: minimum,
        problem: payee.ok ? null : payee.problem,
        releases: releases
          .filter(({ creatorId }) => creatorId === id)
          .map(({ day, cents }) => ({ day, cents })),
      };
    }),
    next:
      rows.length > creatorsPerPage && last
        ? formatOwedCursor({ cents: last.owed, creatorId: last.creator_id })
        : undefined,
  };
}

export type OwedCreator = Awaited<ReturnType<typeof loadOwedCreators>>["creators"][number];

/** Formats the cursor of a page of creators (`?after=`): what the last one is owed, in cents, and their id. */
function formatOwedCursor({ cents, creatorId }: { cents: number; creatorId: string }): string {
  return `${cents}_${creatorId}`;
}

const shape = /^(-?\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses a cursor; undefined, the first page, for an invalid one. */
export function parseOwedCursor(raw: string | null): { cents: number; creatorId: string } | undefined {
  const [, cents, creatorId] = shape.exec(raw ?? "") ?? [];
  return cents && creatorId ? { cents: Number(cents), creatorId } : undefined;
}
