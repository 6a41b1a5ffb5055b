import { decidePayeeAt } from "~/features/money/payees/details-hold";
import type { Db } from "~/platform/db.server";
import { creatorsPerPage, listOwedCreators, listReleases, type OwedCursor } from "./balances.queries.server";

export async function loadOwedCreators(db: Db, query: { after: OwedCursor | undefined; now: Date }) {
  const rows = await listOwedCreators(db, query);
  const page = rows.slice(0, creatorsPerPage);
  const creatorIds = page.map(({ creator_id }) => creator_id);
  const releases = await listReleases(db, { creatorIds, now: query.now });
  const last = page.at(-1);
  return {
    creators: page.map(({ creator_id: id, owed, later, held, transit, minimum, saved, change }) => {
      const payee = decidePayeeAt(saved, change, query.now);
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

/** `?after=`: cents owed to the last creator, and their id. */
const formatOwedCursor = ({ cents, creatorId }: OwedCursor) => `${cents}_${creatorId}`;

const shape = /^(-?\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Undefined (the first page) if invalid. */
export function parseOwedCursor(raw: string | null): OwedCursor | undefined {
  const [, cents, creatorId] = shape.exec(raw ?? "") ?? [];
  return cents && creatorId ? { cents: Number(cents), creatorId } : undefined;
}
