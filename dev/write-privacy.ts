/** `npm run privacy`: prints the record of processing (LGPD, article 37) as Markdown. */
import { dataKinds, personalJobs } from "../app/features/entrance/privacy/data-kinds";
import { type ClassifiedColumn, isPersonal, listClassifiedColumns } from "./classified-columns";
import { onNewDatabase } from "./postgres/new-database";
import { onServer } from "./postgres/on-server";

const { rows } = await onNewDatabase((url) =>
  onServer(url, (client) => client.query<ClassifiedColumn>(listClassifiedColumns)),
);
console.log(renderTables(rows.filter(isPersonal)));

function renderTables(columns: readonly ClassifiedColumn[]): string {
  const kinds = Object.entries(dataKinds).map(([kind, { what, why, kept, erased }]) => [
    `\`${kind}\``,
    what,
    why,
    kept,
    erased,
  ]);
  const places = columns.map(({ table, column, kind }) => [`\`${table}\``, `\`${column}\``, `\`${kind}\``]);
  const jobs = Object.entries(personalJobs).map(([job, kind]) => ["queue", `\`${job}\``, `\`${kind}\``]);
  return [
    "### Kinds of personal data\n",
    renderTable(["Kind", "What", "Why", "Kept", "Erasure of the account"], kinds),
    "\n### Columns\n",
    renderTable(["Table", "Column", "Kind"], [...places, ...jobs]),
  ].join("\n");
}

function renderTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
