import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../migrations/", import.meta.url);

/** A migration's part that holds going forward. */
const upward = (source: string) => source.split("export async function down")[0] ?? "";

/**
 * Returns `docs/database-functions.md`: each function of the schema with the migration that defines the version in
 * force, which is the last one that creates it.
 */
export async function describeFunctions(): Promise<string> {
  const inForce = new Map<string, { file: string; trigger: boolean }>();
  const files = (await readdir(folder)).filter((name) => /^\d{4}-.*\.ts$/.test(name)).sort();
  for (const file of files) {
    const source = upward(await readFile(new URL(file, folder), "utf8"));
    const steps = source.matchAll(
      /\b(CREATE|CREATE OR REPLACE|DROP) FUNCTION (?:IF EXISTS )?((?:[a-z_0-9]|\$\{[^}]+\})+)([^$;]*)/g,
    );
    for (const [, step, name = "", head = ""] of steps) {
      if (step === "DROP") inForce.delete(name);
      else inForce.set(name, { file, trigger: /\bRETURNS trigger\b/i.test(head) });
    }
  }
  const names = [...inForce.keys()].sort();
  const rows = names.map((name) => {
    const shown = name.replace(/\$\{[^}]+\}/g, "…");
    const { file, trigger } = inForce.get(name) ?? { file: "", trigger: false };
    return `- \`${shown}\`${trigger ? " (trigger)" : ""}: \`migrations/${file}\``;
  });
  return `# Functions of the database

A migration is never changed, so a later one replaces a function. This names the file of the version in force
(\`npm run schema\` writes it).

${rows.join("\n")}
`;
}
