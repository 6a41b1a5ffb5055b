import { type Expression, sql } from "kysely";
import { selectFoundEntries } from "~/features/audit/audit.queries.server";
import { readSpan } from "~/features/fields/date-span.queries.server";
import { selectFoundPeople } from "~/features/people/people.queries.server";
import { selectFoundSales } from "~/features/sales-desk/admin-sales.queries.server";
import { decideSaleSearch } from "~/features/sales-desk/sale-search";
import { writeLine, writeWhole } from "~/features/spreadsheets/cells.queries.server";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import { exportSources } from "./export-cells.queries.server";
import type { ExportFormat } from "./export-file";
import type { ExportQuestion } from "./export-filters";

/**
 * Rows per statement: few enough for their text to be short-lived to V8 (under 128 KiB it is not a large object), which keeps
 * the process small; enough for the cost of a statement to be spread.
 */
const batchSize = 1_200;

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
  const { joins, cells } = exportSources[kind];
  const line = writeLine(format, cells);
  const { order } = readSpan("found", span, undefined);
  let after: Cursor | undefined;
  for (;;) {
    const found = selectFound(db, question, { after, limit: size });
    if (!found) return;
    const { rows } = await sql<Batch>`
      SELECT ${writeWhole(format)} AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, ${line} AS line FROM ${found} AS found ${joins} ORDER BY ${order}
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
