/** `npm run privacy`: prints the record of processing (LGPD, article 37) as Markdown. */
import { classifiedColumns, personalJobs } from "../app/features/entrance/privacy/column-classification";
import { dataKinds } from "../app/features/entrance/privacy/data-kinds";

console.log(renderTables());

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

function renderTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
