/**
 * The money of sales worked out again, by arithmetic of its own and with nothing of the product: what each creator has
 * earned, is owed and is paid at any time. Amounts in cents, times in milliseconds since 1970.
 */

const day = 24 * 60 * 60 * 1000;
const brasilia = 3 * 60 * 60 * 1000;

export type Method = "pix" | "boleto" | "card";

export interface Dated {
  /** Midnight in Brasília of the first day on which it holds. */
  from: number;
}

export interface ModelSale {
  creator: string;
  cents: number;
  fee: number;
  paidAt: number;
  method: Method;
  /** Returned to the buyer, or lost in a dispute. */
  back: { at: number; cents: number }[];
  dispute?: { opened: number; closed: number };
}

export interface ModelPayout {
  creator: string;
  cents: number;
  at: number;
  /** Paid, and then perhaps returned by the bank; undefined for a failed one. */
  paidAt?: number;
  returnedAt?: number;
}

export interface Model {
  sales: ModelSale[];
  payouts: ModelPayout[];
  fees: (Dated & { creator: string; bp: number })[];
  reserves: (Dated & { creator: string; bp: number; days: number })[];
  rules: (Dated & Record<Method, number>)[];
}

/** Midnight in Brasília of a day such as "2026-12-01". */
export const midnight = (date: string) => Date.parse(`${date}T03:00:00Z`);

/** The month in Brasília, "2026-12". */
export const monthOf = (at: number) => new Date(at - brasilia).toISOString().slice(0, 7);

/** The last of the dated entries that holds at a time. */
function inForce<Entry extends Dated>(entries: readonly Entry[], at: number): Entry | undefined {
  return entries.filter(({ from }) => from <= at).sort((a, b) => b.from - a.from)[0];
}

export function feeOf(model: Model, creator: string, at: number): number {
  const own = model.fees.filter((fee) => fee.creator === creator);
  return inForce(own, at)?.bp ?? 1500;
}

/** What the fee of an amount is: rounded half up. */
export const share = (cents: number, bp: number) => Math.floor((cents * bp + 5_000) / 10_000);

function sharesAt(sale: ModelSale, at: number): { creator: number; platform: number; back: number } {
  const returned = sale.back.filter((one) => one.at <= at).reduce((sum, one) => sum + one.cents, 0);
  const back = Math.min(sale.cents, returned);
  const platform = sale.fee - Math.floor((2 * sale.fee * back + sale.cents) / (2 * sale.cents));
  return { platform, creator: sale.cents - back - platform, back };
}

/** The part of a sale that can be paid to its creator at a time, in cents. */
function releasedAt(model: Model, sale: ModelSale, at: number): number {
  const { dispute, paidAt } = sale;
  if (paidAt > at || (dispute && dispute.opened <= at && at < dispute.closed)) return 0;
  const { creator } = sharesAt(sale, at);
  const wait = inForce(model.rules, paidAt)?.[sale.method] ?? (sale.method === "card" ? 15 : 7);
  const eighthDay = (Math.floor((paidAt - brasilia) / day) + 8) * day + brasilia;
  const first = Math.max(paidAt + wait * day, eighthDay);
  const reserve = inForce(
    model.reserves.filter((one) => one.creator === sale.creator),
    paidAt,
  );
  const later = reserve ? Math.trunc((creator * reserve.bp) / 10_000) : 0;
  const second = Math.max(first, paidAt + (reserve?.days ?? 0) * day);
  return (first <= at ? creator - later : 0) + (second <= at ? later : 0);
}

export function payableAt(model: Model, creator: string, at: number): number {
  const earned = model.sales
    .filter((sale) => sale.creator === creator)
    .reduce((sum, sale) => sum + releasedAt(model, sale, at), 0);
  const gone = model.payouts
    .filter((one) => one.creator === creator && one.paidAt !== undefined && !(Number(one.returnedAt) <= at))
    .reduce((sum, one) => sum + one.cents, 0);
  return earned - gone;
}

export interface ModelMonth {
  gross: number;
  back: number;
  commission: number;
  earned: number;
  paid: number;
}

/** The months in which something happened, of one creator or of all. */
export function monthsOf(model: Model, creator?: string): Map<string, ModelMonth> {
  const months = new Map<string, ModelMonth>();
  const add = (at: number, change: Partial<ModelMonth>) => {
    const known = months.get(monthOf(at)) ?? { gross: 0, back: 0, commission: 0, earned: 0, paid: 0 };
    for (const [name, cents] of Object.entries(change)) known[name as keyof ModelMonth] += cents;
    months.set(monthOf(at), known);
  };
  for (const sale of model.sales.filter((one) => !creator || one.creator === creator)) {
    add(sale.paidAt, { gross: sale.cents, commission: sale.fee, earned: sale.cents - sale.fee });
    let before = sharesAt(sale, sale.paidAt - 1);
    for (const { at } of [...sale.back].sort((a, b) => a.at - b.at)) {
      const after = sharesAt(sale, at);
      add(at, {
        back: after.back - before.back,
        commission: after.platform - before.platform,
        earned: after.creator - before.creator,
      });
      before = after;
    }
  }
  for (const payout of model.payouts.filter((one) => !creator || one.creator === creator)) {
    if (payout.paidAt !== undefined) add(payout.paidAt, { paid: payout.cents });
    if (payout.returnedAt !== undefined) add(payout.returnedAt, { paid: -payout.cents });
  }
  return months;
}
