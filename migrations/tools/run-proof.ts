/**
 * The operator's proof of the whole ledger: `npm run ledger:prove`, in the image `node build/prove-ledger.js`. With
 * `-- --anchor <hash or file>` it compares the ledger with an anchor instead, and names the first day that differs.
 */
import { checkAnchor } from "./check-anchor.js";
import { proveWholeLedger } from "./prove-ledger.js";

const databaseUrl = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;
if (!databaseUrl) {
  console.error("DATABASE_URL: missing");
  process.exit(1);
}
const at = process.argv.indexOf("--anchor");
if (at >= 0) {
  const anchor = process.argv[at + 1];
  if (!anchor) {
    console.error("--anchor: a hash from a mail, or a file from the store");
    process.exit(1);
  }
  const { ok, day } = await checkAnchor(databaseUrl, anchor);
  if (ok) console.log(`The ledger is as it was anchored on ${day}.`);
  else if (day) console.error(`The ledger differs from the anchor: first in the entries anchored on ${day}.`);
  else
    console.error(
      "No anchor of this ledger has this hash. A file from the store names the first day that differs.",
    );
  process.exit(ok ? 0 : 1);
}
const { violations, seconds } = await proveWholeLedger(databaseUrl);
for (const { what, id, off_by_cents } of violations)
  console.error(`${what}: ${id}, off by ${off_by_cents} cents`);
console.log(`${violations.length} violations, ${seconds.toFixed(1)} s`);
process.exit(violations.length > 0 ? 1 : 0);
