import { insertEntry, sumPostings } from "~/features/money/ledger/ledger.queries.server";
import { decideMovementPosition } from "~/features/money/ledger/movement-position";
import { decidePostings } from "~/features/money/ledger/sale-postings";
import type { Currency } from "~/i18n/money";
import type { Movement } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import {
  findMovement,
  linkMovement,
  listLinkableMovements,
  listUnpostedMovements,
  storeMovement,
} from "./provider-movements.queries.server";
import { resettle } from "./resettle.server";
import { lockSale } from "./settlement.queries.server";

type Needs = Pick<Services, "db" | "clock">;

/** Stores and posts a movement. Returns like `storeMovement`. */
export async function settleMovement(
  { db, clock }: Needs,
  movement: Movement,
): Promise<string | null | undefined> {
  return db.transaction().execute(async (trx) => {
    const saleId = await storeMovement(trx, movement);
    if (saleId) await settleFees(trx, saleId, clock());
    if (saleId !== undefined) await postMovement(trx, movement.movementId);
    return saleId;
  });
}

/** Lists movements whose sale became known later, and those without their entry, such as of another release. */
export async function listEarlierMovements({
  db,
  clock,
}: Needs): Promise<{ movementId: string; settle: () => Promise<void> }[]> {
  const linkable = (await listLinkableMovements(db)).map(({ id, saleId }) => ({
    movementId: id,
    settle: () =>
      db.transaction().execute(async (trx) => {
        await linkMovement(trx, id, saleId);
        await settleFees(trx, saleId, clock());
        await postMovement(trx, id);
      }),
  }));
  const linked = new Set(linkable.map(({ movementId }) => movementId));
  const unposted = (await listUnpostedMovements(db)).filter((id) => !linked.has(id));
  return [
    ...linkable,
    ...unposted.map((id) => ({
      movementId: id,
      settle: () => db.transaction().execute((trx) => postMovement(trx, id)),
    })),
  ];
}

async function settleFees(trx: Db, saleId: string, now: Date): Promise<void> {
  const sale = await lockSale(trx, { saleId });
  if (sale) await resettle(trx, sale, "fee", now);
}

/** Posts what a movement's entries lack, dated by the provider. */
async function postMovement(trx: Db, id: string): Promise<void> {
  const movement = await findMovement(trx, id);
  if (!movement) return;
  const { category, currency, created_at, fee_cents, net_cents, sale_id } = movement;
  const target = decideMovementPosition({
    category,
    currency,
    feeCents: fee_cents,
    netCents: net_cents,
    saleId: sale_id,
  });
  const postings = decidePostings(target, await sumPostings(trx, "movement_id", id));
  if (postings.length === 0) return;
  await insertEntry(trx, {
    reason: "movement",
    movementId: id,
    creatorId: null,
    currency: currency as Currency,
    postings,
    now: created_at,
  });
}
