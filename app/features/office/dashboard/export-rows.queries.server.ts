import { type Expression, sql } from "kysely";
import { selectFoundEntries } from "~/features/base/audit/audit.queries.server";
import { readSpan } from "~/features/base/form-fields/days.queries.server";
import type { ExportFilters } from "~/features/office/exports/export-filters";
import { selectFoundPeople } from "~/features/office/people/people.queries.server";
import { selectFoundSales } from "~/features/office/sales/admin-sales.queries.server";
import { decideSaleSearch } from "~/features/office/sales/sale-search";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import { exportSources, selectRow } from "./export-cells.queries.server";

/** Spreads a statement's cost, with its text under 128 KiB: larger objects of V8 make the process grow. */
const batchSize = 1_200;

type Found = Expression<{ id: string; created_at: Date }>;

/** As on the screen; undefined if there can be no rows. */
function selectFound(
  db: Db,
  filters: ExportFilters,
  { after, limit }: { after?: Cursor | undefined; limit: number },
): Found | undefined {
  const { span } = filters;
  switch (filters.kind) {
    case "sales": {
      const { filter, method, creatorId, search } = filters;
      const query = { search: decideSaleSearch(search), filter, method, creatorId, span };
      return selectFoundSales(db, { ...query, after, limit });
    }
    case "audit":
      return selectFoundEntries(db, { ...filters, after, limit });
    case "payouts": {
      const { condition, order } = readSpan("payouts", span, after);
      const query = db.selectFrom("payouts").select(["id", "created_at"]);
      const { batchId } = filters;
      const chosen = batchId ? query.where("batch_id", "=", batchId) : query;
      return chosen.where(condition).orderBy(order).limit(limit);
    }
    default:
      return selectFoundPeople(db, filters.kind, { search: filters.search, span, after, limit });
  }
}

interface Batch {
  text: string | null;
  rows: number;
  last_at: Date | null;
  last_id: string | null;
}

/**
 * In the screen's order, in batches by keyset: statements are short, and no connection waits for a slow client. `text`:
 * the rows as JSON arrays of `CellValue`.
 */
export async function* readExportBatches(
  db: Db,
  { filters, size = batchSize }: { filters: ExportFilters; size?: number },
): AsyncGenerator<{ text: string; rows: number }, void> {
  const { kind, span } = filters;
  const { joins, cells } = exportSources[kind];
  const { order } = readSpan("found", span, undefined);
  let after: Cursor | undefined;
  for (;;) {
    const found = selectFound(db, filters, { after, limit: size });
    if (!found) return;
    const { rows } = await sql<Batch>`
      SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, ${selectRow(cells)} AS cells FROM ${found} AS found ${joins} ORDER BY ${order}
      ) AS batch`.execute(db);
    const [batch] = rows;
    if (!batch?.text || !batch.last_at || !batch.last_id) return;
    yield { text: batch.text, rows: batch.rows };
    if (batch.rows < size) return;
    after = { createdAt: batch.last_at, id: batch.last_id };
  }
}

export async function hasMoreThan(db: Db, filters: ExportFilters, limit: number): Promise<boolean> {
  const found = selectFound(db, filters, { limit: limit + 1 });
  if (!found) return false;
  const { rows } = await sql`SELECT FROM ${found} AS found OFFSET ${limit} LIMIT 1`.execute(db);
  return rows.length > 0;
}
