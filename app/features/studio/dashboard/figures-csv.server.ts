import { byteOrderMark, formatCsvRow } from "~/features/base/documents/csv";
import type { MessageKey } from "~/i18n/message-key";
import type { Text } from "~/i18n/texts";
import type { Db } from "~/platform/db.server";
import { type FigureRow, type FiguresOf, listFigureRows } from "./figures.queries.server";
import { sourceNames } from "./source-name";

/** Rows of one statement. */
const rowsPerRead = 1_000;

const titles: readonly MessageKey[] = [
  "figures.day",
  "figures.video",
  "figures.sourceColumn",
  "figures.columnViews",
  "figures.columnPreviews",
  "figures.columnCheckouts",
  "figures.columnSales",
  "figures.columnTaken",
  "figures.columnEarned",
];

/** Writes a period's figures by day, video and source, as far as the client reads. */
export async function* writeFiguresCsv(db: Db, of: FiguresOf, t: Text): AsyncGenerator<string> {
  const nameSource = sourceNames(t);
  yield byteOrderMark + formatCsvRow(titles.map((title) => t(title)));
  let after: FigureRow | undefined;
  do {
    const rows = await listFigureRows(db, of, { after, limit: rowsPerRead });
    yield rows
      .map(({ day, title, source, views, previews, checkouts, sales, taken, cents }) => {
        const counts = [views, previews, checkouts, sales, taken].map(String);
        const date = `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
        return formatCsvRow([date, title, nameSource(source), ...counts, cents]);
      })
      .join("");
    after = rows.length === rowsPerRead ? rows.at(-1) : undefined;
  } while (after);
}
