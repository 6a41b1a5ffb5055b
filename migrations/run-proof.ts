/** The operator's proof of the whole ledger: `npm run ledger:prove`, in the image `node build/prove-ledger.js`. */
import { proveWholeLedger } from "./prove-ledger.js";

const databaseUrl = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;
if (!databaseUrl) {
  console.error("DATABASE_URL: missing");
  process.exit(1);
}
const { violations, seconds } = await proveWholeLedger(databaseUrl);
for (const { what, id, off_by_cents } of violations)
  console.error(`${what}: ${id}, off by ${off_by_cents} cents`);
console.log(`${violations.length} violations, ${seconds.toFixed(1)} s`);
process.exit(violations.length > 0 ? 1 : 0);
