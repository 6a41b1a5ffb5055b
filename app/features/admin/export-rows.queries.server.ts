import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { labelPayoutMethod } from "../payouts/payout-method-label";
import { type ExportFormat, missing, type People } from "./export-file";

/**
 * People per statement. What one leaves in memory is some 700 KB; what a statement costs besides its rows is forgotten.
 */
const batchSize = 5_000;

const orMissing = (column: string) => sql<string>`coalesce(nullif(${sql.ref(column)}, ''), ${missing})`;

const methodLabel = sql<string>`CASE payment_method ${sql.join(
  (["pix", "bank", "card", "stripe"] as const).map(
    (stored) => sql`WHEN ${stored} THEN ${labelPayoutMethod(stored)}`,
  ),
  sql` `,
)} END`;

/** The cells of a row in the order of `exportSheets`, but the last, which is the day. */
const cells: Record<People, RawBuilder<string>[]> = {
  creators: [
    orMissing("full_name"),
    orMissing("email"),
    orMissing("country"),
    methodLabel,
    orMissing("pix_key"),
    orMissing("bank_name"),
    orMissing("bank_account_number"),
    orMissing("card_last4"),
  ],
  consumers: [orMissing("full_name"), orMissing("email")],
};

const day = (format: string) => sql<string>`to_char(created_at AT TIME ZONE 'America/Sao_Paulo', ${format})`;

/**
 * A cell of CSV, quoted (RFC 4180). An apostrophe goes before what a spreadsheet would run as a formula or a command
 * (OWASP, CSV injection): = + - @, tab, line feed, carriage return. The dash for what is missing is neither.
 */
const quoted = (cell: RawBuilder<string>) => sql`'"' || replace(
  CASE WHEN ascii(${cell}) IN (61, 43, 45, 64, 9, 10, 13) AND ${cell} <> ${missing} THEN '''' ELSE '' END || ${cell},
  '"', '""') || '"'`;

/** A row as the database writes it: an array in JSON for a workbook, a line for CSV. */
const line: Record<ExportFormat, (people: People) => RawBuilder<unknown>> = {
  xlsx: (people) => sql`json_build_array(${sql.join([...cells[people], day("YYYY-MM-DD")])})`,
  csv: (people) => sql.join([...cells[people].map(quoted), day("DD/MM/YYYY")], sql` || ';' || `),
};

const whole: Record<ExportFormat, RawBuilder<string | null>> = {
  xlsx: sql`json_agg(line)::text`,
  csv: sql`string_agg(line, E'\r\n') || E'\r\n'`,
};

const tables: Record<People, RawBuilder<unknown>> = {
  creators: sql`creator_profiles`,
  consumers: sql`consumer_profiles`,
};

interface Batch {
  text: string | null;
  rows: number;
  last_at: Date | null;
  last_id: string | null;
}

/**
 * Reads everyone of a kind, newest first, a batch at a time by keyset: no statement lasts, no connection is held while
 * whoever reads is slow. The database itself writes the rows, so that the event loop only passes them on: JSON arrays
 * of rows for a workbook, lines for CSV.
 */
export async function* readExportBatches(
  db: Db,
  { people, format, size = batchSize }: { people: People; format: ExportFormat; size?: number },
): AsyncGenerator<{ text: string; rows: number }, void> {
  let last: { at: Date; id: string } | undefined;
  for (;;) {
    const older = last ? sql`WHERE (created_at, id) < (${last.at}, ${last.id})` : sql``;
    const { rows } = await sql<Batch>`
      SELECT ${whole[format]} AS text, count(*) AS rows, min(created_at) AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT id, created_at, ${line[format](people)} AS line FROM ${tables[people]} ${older}
        ORDER BY created_at DESC, id DESC LIMIT ${size}
      ) AS batch`.execute(db);
    const [batch] = rows;
    if (!batch?.text || !batch.last_at || !batch.last_id) return;
    yield { text: batch.text, rows: batch.rows };
    if (batch.rows < size) return;
    last = { at: batch.last_at, id: batch.last_id };
  }
}

/** Whether there are more people of a kind than this; counts no further. */
export async function hasMoreThan(db: Db, people: People, most: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${tables[people]} OFFSET ${most} LIMIT 1`.execute(db);
  return rows.length > 0;
}
