/**
 * A process of its own that starts the database and then waits, for tests that kill it. Arguments: path of
 * start-postgres.ts, and the options as JSON. Prints one line: the result, or `{ "error": … }`.
 */
import { pathToFileURL } from "node:url";
import type { startPostgres as Start } from "../../dev/postgres/start-postgres";

const [module = "", options = "{}"] = process.argv.slice(2);
const { startPostgres }: { startPostgres: typeof Start } = await import(pathToFileURL(module).href);
try {
  const { url, folder } = await startPostgres(JSON.parse(options));
  console.log(JSON.stringify({ url, folder }));
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
}
setInterval(() => undefined, 60_000);
