import { type Expression, type RawBuilder, sql } from "kysely";
import { pt } from "~/i18n/locales/pt";
import { office } from "~/i18n/locales/pt/office";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import { labelPayoutMethod } from "../payouts/payout-method-label";
import { payoutStatuses } from "../payouts/payout-status";
import { labelPayoutStatus } from "../payouts/payout-status-label";
import { writtenPhone } from "../payouts/pix-key";
import { selectFoundSales } from "../sales/admin-sales.queries.server";
import { paymentMethods } from "../sales/payment-method";
import { decideSaleSearch } from "../sales/sale-search";
import { saleStatuses } from "../sales/sale-status";
import { writeLine, writeWhole } from "../spreadsheets/cells.queries.server";
import { selectFoundEntries } from "./audit.queries.server";
import { auditActions, auditTargetKinds } from "./audit-actions";
import { type ExportFormat, type ExportKind, exportSheets } from "./export-file";
import type { ExportQuestion } from "./export-question";
import { readSpan } from "./list-span.queries.server";
import { selectFoundPeople } from "./people.queries.server";

/**
 * Rows per statement: few enough for their text to be short-lived to V8 (under 128 KiB it is not a large object), which keeps
 * the process small; enough for the cost of a statement to be spread.
 */
const batchSize = 1_200;

interface Source {
  /** What the rows of a kind are made of besides `found`, which has at least `id` and `created_at`. */
  joins: RawBuilder<unknown>;
  /** The cells of a row in the order of `exportSheets`. */
  values: readonly RawBuilder<unknown>[];
}

const label = <Stored extends string>(
  column: string,
  stored: readonly Stored[],
  say: (one: Stored) => string,
) =>
  sql`CASE ${sql.ref(column)} ${sql.join(
    stored.map((one) => sql`WHEN ${sql.lit(one)} THEN ${sql.lit(say(one))}`),
    sql` `,
  )} END`;

const methodLabel = label("payment_method", ["pix", "bank", "card", "stripe"], labelPayoutMethod);
const refs = (...columns: string[]) => columns.map((column) => sql.ref(column));

const sources: Record<ExportKind, Source> = {
  creators: {
    joins: sql``,
    values: [
      ...refs("full_name", "email", "country"),
      methodLabel,
      ...refs("pix_key", "bank_name", "bank_account_number", "card_last4", "found.created_at"),
    ],
  },
  consumers: {
    joins: sql``,
    values: refs("full_name", "email", "found.created_at"),
  },
  sales: {
    joins: sql`JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back`,
    values: [
      sql`sales.id::text`,
      ...refs("found.created_at", "videos.title", "creator.email", "buyer.email"),
      label("sales.status", saleStatuses, (status) => pt.sales[status]),
      label("sales.payment_method", paymentMethods, (method) => office[`${method}Method`]),
      ...refs("sales.paid_at", "sales.currency", "sales.amount_cents", "sales.platform_fee_cents"),
      ...refs("sales.creator_earnings_cents", "back.cents", "sales.payment_intent_id"),
    ],
  },
  payouts: {
    joins: sql`JOIN payouts ON payouts.id = found.id JOIN users ON users.id = payouts.creator_id`,
    values: [
      sql`payouts.id::text`,
      ...refs("found.created_at", "payee_name", "users.email"),
      methodLabel,
      ...refs(
        "pix_key",
        "bank_name",
        "bank_account_number",
        "card_last4",
        "card_holder_name",
        "amount_cents",
      ),
      label("status", payoutStatuses, labelPayoutStatus),
      ...refs("bank_reference", "failure", "decided_at"),
    ],
  },
  audit: {
    joins: sql`JOIN audit_entries ON audit_entries.id = found.id`,
    values: [
      sql`audit_entries.id::text`,
      ...refs("found.created_at", "actor_email"),
      label("action", auditActions, (action) => pt.audit.actions[action]),
      ...refs("target_label"),
      label("target_kind", auditTargetKinds, (kind) => pt.audit.kinds[kind]),
      ...refs("target_id", "reason"),
      sql`before::text`,
      sql`after::text`,
      ...refs("address", "browser"),
    ],
  },
};

/** A phone's key as people write it: its + would make a formula of it (docs/decisions/0023). Other keys as they are. */
const keyInCsv = sql`regexp_replace(pix_key, ${sql.lit(writtenPhone.pattern)}, ${sql.lit(
  writtenPhone.parts.map((part) => (typeof part === "number" ? `\\${part}` : part)).join(""),
)})`;

function cellsOf(kind: ExportKind) {
  return exportSheets[kind].columns.map(({ title, holds }, at) => ({
    holds,
    value: sources[kind].values[at] ?? sql`NULL`,
    ...(title === "Chave PIX" && { inCsv: keyInCsv }),
  }));
}

type Found = Expression<{ id: string; created_at: Date }>;

/** Which rows are asked for, from a cursor on, so many, as their screen finds them; undefined where none can be. */
function selectFound(
  db: Db,
  question: ExportQuestion,
  { after, limit }: { after?: Cursor | undefined; limit: number },
): Found | undefined {
  const { span } = question;
  switch (question.kind) {
    case "sales": {
      const { filter, search } = question;
      return selectFoundSales(db, { search: decideSaleSearch(search), filter, span, after, limit });
    }
    case "audit":
      return selectFoundEntries(db, { ...question, after, limit });
    case "payouts": {
      const { condition, order } = readSpan("payouts", span, after);
      const query = db.selectFrom("payouts").select(["id", "created_at"]);
      const { batchId } = question;
      const chosen = batchId ? query.where("batch_id", "=", batchId) : query;
      return chosen.where(condition).orderBy(order).limit(limit);
    }
    default:
      return selectFoundPeople(db, question.kind, { search: question.search, span, after, limit });
  }
}

interface Batch {
  text: string | null;
  rows: number;
  last_at: Date | null;
  last_id: string | null;
}

/**
 * Reads what is asked for, in the screen's order, a batch at a time by keyset: no statement lasts, no connection is held
 * while whoever reads is slow. The database itself writes the rows, so that the event loop only passes them on: JSON
 * arrays of rows for a workbook, lines for CSV.
 */
export async function* readExportBatches(
  db: Db,
  { question, format, size = batchSize }: { question: ExportQuestion; format: ExportFormat; size?: number },
): AsyncGenerator<{ text: string; rows: number }, void> {
  const { kind, span } = question;
  const line = writeLine(format, cellsOf(kind));
  const { order } = readSpan("found", span, undefined);
  let after: Cursor | undefined;
  for (;;) {
    const found = selectFound(db, question, { after, limit: size });
    if (!found) return;
    const { rows } = await sql<Batch>`
      SELECT ${writeWhole(format)} AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, ${line} AS line FROM ${found} AS found ${sources[kind].joins} ORDER BY ${order}
      ) AS batch`.execute(db);
    const [batch] = rows;
    if (!batch?.text || !batch.last_at || !batch.last_id) return;
    yield { text: batch.text, rows: batch.rows };
    if (batch.rows < size) return;
    after = { createdAt: batch.last_at, id: batch.last_id };
  }
}

/** Whether more is asked for than this; counts no further. */
export async function hasMoreThan(db: Db, question: ExportQuestion, most: number): Promise<boolean> {
  const found = selectFound(db, question, { limit: most + 1 });
  if (!found) return false;
  const { rows } = await sql`SELECT FROM ${found} AS found OFFSET ${most} LIMIT 1`.execute(db);
  return rows.length > 0;
}
