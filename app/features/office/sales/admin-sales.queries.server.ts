import { sql } from "kysely";
import { type ListSpan, wholeSpan } from "~/features/base/form-fields/date-span";
import { readSpan } from "~/features/base/form-fields/days.queries.server";
import { shareOf } from "~/features/money/ledger/ledger.queries.server";
import type { PaymentMethod, SaleStatus } from "~/features/money/ledger/sale-status";
import { failedRefunds } from "~/features/orders/purchases/purchases.queries.server";
import { shownClaims } from "~/features/orders/settlement/refunds.queries.server";
import { titleHas } from "~/features/shop/catalog/shop-videos.queries.server";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";
import { saleMargin } from "./margins.queries.server";
import type { SaleFilter, SaleSearch, SaleSort } from "./sale-search";

export const adminSalesPerPage = 30;

interface SalesQuery {
  search?: SaleSearch | undefined;
  filter?: SaleFilter | undefined;
  method?: PaymentMethod | undefined;
  creatorId?: string | undefined;
  span?: ListSpan | undefined;
  sort?: SaleSort | undefined;
  after?: Cursor | undefined;
}

type LimitedQuery = SalesQuery & { limit: number };

interface AdminSaleRow {
  id: string;
  created_at: Date;
  title: string;
  amount_cents: number;
  currency: Currency;
  status: SaleStatus;
  duplicate: boolean;
  purchase_number: string;
  payment_method: PaymentMethod | null;
  platform_fee_cents: number;
  provider_fee_cents: number | null;
  buyer_email: string;
  coupon: string | null;
  creator_id: string;
  creator_name: string | null;
  /** Null if never paid. */
  margin_cents: number | null;
}

/**
 * Paid, unrefunded sales of videos suspended as unreadable, and of courses with such a lesson. An administrator refunds
 * each, or restores the video.
 */
export const unreadableSales = sql`(
  SELECT sales.id FROM (
    SELECT videos.id AS video_id FROM conversions JOIN videos ON videos.id = conversions.video_id
      WHERE conversions.state = 'failed' AND conversions.reason = 'unreadable' AND suspended_at IS NOT NULL
    UNION
    SELECT course_id FROM conversions JOIN videos ON videos.id = conversions.video_id
      JOIN course_lessons ON course_lessons.video_id = videos.id AND removed_at IS NULL
      WHERE conversions.state = 'failed' AND conversions.reason = 'unreadable' AND suspended_at IS NOT NULL
  ) AS broken JOIN sales ON sales.video_id = broken.video_id
  WHERE sales.status = 'completed' AND NOT EXISTS (
    SELECT FROM refunds WHERE sale_id = sales.id AND refunds.status NOT IN ('failed', 'returned'))
) AS unreadable`;

/** By date or amount. Reads only a page, each by an index. */
export async function listSales(db: Db, query: SalesQuery): Promise<Page<AdminSaleRow>> {
  const rows = await db
    .selectFrom(selectFoundSales(db, { ...query, limit: adminSalesPerPage + 1 }).as("found"))
    .innerJoin("sales", "sales.id", "found.id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("users", "users.id", "sales.consumer_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .leftJoin("sale_coupons", "sale_coupons.sale_id", "sales.id")
    .select([
      "sales.id",
      "sale_coupons.code as coupon",
      "sales.purchase_number",
      "sales.payment_method",
      shareOf("platform").as("platform_fee_cents"),
      "sales.provider_fee_cents",
      "videos.creator_id",
      "creator_profiles.full_name as creator_name",
      "sales.created_at",
      "videos.title",
      "sales.amount_cents",
      "sales.currency",
      "sales.status",
      "sales.duplicate",
      "users.email as buyer_email",
      saleMargin.as("margin_cents"),
    ])
    .orderBy(orderOf("sales", query))
    .execute();
  return toPage(rows, adminSalesPerPage);
}

/** Sales of lessons that lowered a course's price, largest first. */
export async function listCountedLessons(db: Db, saleId: string) {
  return db
    .selectFrom("sale_credits")
    .innerJoin("sales", "sales.id", "credited_sale_id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(["sales.id", "purchase_number", "videos.title", "sale_credits.amount_cents"])
    .where("sale_id", "=", saleId)
    .orderBy("sale_credits.amount_cents", "desc")
    .orderBy("sales.id")
    .limit(maxCountedLessons)
    .execute();
}

const maxCountedLessons = 500;

/** Cents. */
export interface SaleSums {
  currency: Currency;
  sales: number;
  amountCents: number;
  platformCents: number;
  creatorCents: number;
  providerCents: number;
  /** Refunded, being refunded, or lost in a dispute. */
  backCents: number;
}

/** Adding up so many takes some tenths of a second. */
export const maxSummed = 50_000;

/** By currency; undefined above `maxSummed` sales. */
export async function sumSales(db: Db, query: Omit<SalesQuery, "after">): Promise<SaleSums[] | undefined> {
  const found = selectFoundSales(db, { ...query, limit: maxSummed + 1 });
  const { rows } = await sql<SaleSums>`
    SELECT sales.currency, count(*) AS sales, sum(sales.amount_cents)::bigint AS "amountCents",
      sum(share.platform)::bigint AS "platformCents", sum(share.creator)::bigint AS "creatorCents",
      coalesce(sum(provider_fee_cents), 0)::bigint AS "providerCents", sum(back.cents)::bigint AS "backCents"
    FROM ${found} AS found JOIN sales ON sales.id = found.id
    CROSS JOIN LATERAL (
      SELECT sum(amount_cents) FILTER (WHERE party = 'platform') AS platform,
        sum(amount_cents) FILTER (WHERE party = 'creator') AS creator
      FROM sale_shares WHERE sale_id = sales.id
    ) AS share
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
        SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status NOT IN ('failed', 'returned')
        UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
      ) AS gone
    ) AS back
    GROUP BY sales.currency ORDER BY sales.currency`.execute(db);
  return rows.reduce((sum, { sales }) => sum + sales, 0) > maxSummed ? undefined : rows;
}

/** Limited before the joins, so that the planner knows how few they are. */
export function selectFoundSales(db: Db, query: LimitedQuery) {
  return db
    .selectFrom(selectCandidates(db, query).as("candidate"))
    .select(["id", "created_at"])
    .orderBy(orderOf("candidate", query))
    .limit(query.limit);
}

const orderOf = (table: string, query: SalesQuery) => readOrder(table, query).order;

/** A sale's amount never changes, so its id is a cursor. */
function readOrder(table: string, { span = wholeSpan, sort, after }: SalesQuery) {
  if (!sort) return readSpan(table, span, after);
  const { condition } = readSpan(table, span, undefined);
  const [amount, id] = [sql.ref(`${table}.amount_cents`), sql.ref(`${table}.id`)];
  const [direction, beyond] = sort === "highest" ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`];
  const last = after?.id ?? null;
  const next = sql`(${amount}, ${id}) ${beyond} ((SELECT amount_cents FROM sales WHERE id = ${last}::uuid), ${last}::uuid)`;
  return {
    condition: after ? sql<boolean>`${condition} AND ${next}` : condition,
    order: sql`${amount} ${direction}, ${id} ${direction}`,
  };
}

function selectCandidates(db: Db, query: LimitedQuery) {
  const { search } = query;
  const first = selectFirst(db, query);
  if (!search && query.creatorId)
    return selectSalesOf(db, selectVideoIds(db).where("creator_id", "=", query.creatorId), query);
  if (!search) return first;
  switch (search.by) {
    case "saleId":
      return first.where("sales.id", "=", search.saleId);
    case "number":
      return first.where("sales.purchase_number", "=", search.number);
    case "email": {
      const person = db
        .selectFrom("users")
        .select("users.id")
        .where(({ eb, fn, val }) => eb(fn("lower", ["email"]), "=", fn("lower", [val(search.email)])));
      const bought = first.where("consumer_id", "=", person);
      const made = db.selectFrom("videos").select("videos.id").where("creator_id", "=", person);
      return db
        .selectFrom(bought.as("bought"))
        .select(["id", "created_at", "amount_cents"])
        .unionAll(selectSalesOf(db, made, query));
    }
    case "title": {
      const titled = db.selectFrom("videos").select("videos.id").where(titleHas(search.title));
      const inShop = titled.where("published_at", "is not", null).where("deleted_at", "is", null);
      return selectSalesOf(db, inShop.unionAll(titled.where("deleted_at", "is not", null)), query);
    }
    case "providerId":
      // As an array, so that the planner reads the sales by index instead of newest first.
      return first.where(
        sql<boolean>`sales.payment_id = ANY (ARRAY(SELECT payments.id FROM payments WHERE ${search.id} IN (
          payments.provider_checkout_id, payments.provider_payment_id, payments.provider_charge_id)))`,
      );
  }
}

/** The first sales of each video. */
function selectSalesOf(db: Db, videos: ReturnType<typeof selectVideoIds>, query: LimitedQuery) {
  return db
    .selectFrom(videos.as("video"))
    .innerJoinLateral(
      selectFirst(db, query).where("sales.video_id", "=", sql.ref<string>("video.id")).as("sale"),
      (join) => join.onTrue(),
    )
    .select(["sale.id", "sale.created_at", "sale.amount_cents"]);
}

const selectVideoIds = (db: Db) => db.selectFrom("videos").select("videos.id");

function selectFirst(db: Db, request: LimitedQuery) {
  const { filter, method, creatorId, search, limit } = request;
  const { condition, order } = readOrder("sales", request);
  const all = db
    .selectFrom("sales")
    .select(["sales.id", "sales.created_at", "sales.amount_cents"])
    .where(condition)
    .orderBy(order)
    .limit(limit);
  const taught =
    creatorId && search
      ? all.where("sales.video_id", "in", selectVideoIds(db).where("creator_id", "=", creatorId))
      : all;
  const query = method ? taught.where("sales.payment_method", "=", method) : taught;
  if (filter === "byHand") {
    return query.where("sales.id", "in", ({ selectFrom }) =>
      selectFrom("refunds")
        .select("sale_id")
        .where("channel", "=", "outside")
        .where("refunds.status", "=", "requested"),
    );
  }
  if (filter === "refundFailed")
    return query.where("sales.id", "in", sql<string>`(SELECT failed.sale_id FROM ${failedRefunds})`);
  if (filter === "claim")
    return query.where("sales.id", "in", sql<string>`(SELECT claim.sale_id FROM ${shownClaims})`);
  if (filter === "unreadable")
    return query.where("sales.id", "in", sql<string>`(SELECT unreadable.id FROM ${unreadableSales})`);
  return filter ? query.where("sales.status", "=", filter) : query;
}

export async function findSaleDetails(db: Db, saleId: string) {
  return db
    .selectFrom("sales")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("users as buyer", "buyer.id", "sales.consumer_id")
    .innerJoin("users as creator", "creator.id", "videos.creator_id")
    .leftJoin("consumer_profiles", "consumer_profiles.user_id", "sales.consumer_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select([
      "sales.id",
      "sales.purchase_number",
      "sales.created_at",
      "sales.rebuilt_at",
      "sales.video_id",
      "sales.consumer_id",
      "videos.creator_id",
      "videos.title",
      "sales.amount_cents",
      "sales.currency",
      "sales.platform_share_bp",
      shareOf("platform").as("platform_fee_cents"),
      shareOf("creator").as("creator_earnings_cents"),
      "sales.provider_fee_cents",
      "sales.status",
      "sales.duplicate",
      "sales.paid_at",
      "sales.payment_method",
      "sales.awaiting_until",
      "payments.provider_checkout_id",
      "payments.provider_payment_id",
      "payments.provider_charge_id",
      "buyer.email as buyer_email",
      "consumer_profiles.full_name as buyer_name",
      "creator.email as creator_email",
      "creator_profiles.full_name as creator_name",
      saleMargin.as("margin_cents"),
    ])
    .where("sales.id", "=", saleId)
    .executeTakeFirst();
}
