import { classifiedColumns, personalJobs } from "~/features/privacy-and-law/privacy/column-classification";
import { dataKinds } from "../app/features/privacy-and-law/privacy/data-kinds";

const begin = "<!-- tables: written by `npm run privacy` -->";
const end = "<!-- end of the tables -->";

/** Returns `docs/privacy.md` with its tables replaced by what the code says. Throws when the marks are missing. */
export function replaceTables(document: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error("docs/privacy.md has lost the marks around its tables");
  return `${document.slice(0, from + begin.length)}\n\n${renderTables()}\n${document.slice(to)}`;
}

function renderTables(): string {
  const kinds = Object.entries(dataKinds).map(([kind, { what, why, kept, erased }]) => [
    `\`${kind}\``,
    what,
    why,
    kept,
    erased,
  ]);
  const columns = Object.entries(classifiedColumns).flatMap(([table, { personal = {} }]) =>
    Object.entries(personal).map(([column, kind]) => [`\`${table}\``, `\`${column}\``, `\`${kind}\``]),
  );
  const jobs = Object.entries(personalJobs).map(([job, kind]) => ["queue", `\`${job}\``, `\`${kind}\``]);
  return [
    "### Kinds of personal data\n",
    renderTable(["Kind", "What", "Why", "Kept", "Erasure of the account"], kinds),
    "\n### Columns\n",
    renderTable(["Table", "Column", "Kind"], [...columns, ...jobs]),
  ].join("\n");
}

/** Returns a Markdown table, padded as the formatter pads it. */
function renderTable(head: string[], rows: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((cells) => (cells[at] ?? "").length)));
  const line = (cells: string[], fill = " ") =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(" | ")} |`;
  return [
    line(head),
    line(
      head.map(() => ""),
      "-",
    ),
    ...rows.map((cells) => line(cells)),
  ].join("\n");
}
