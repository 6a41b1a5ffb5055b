/** `npm run rights`: rewrites `tests/database/rights.txt` after `application-role.ts` or the schema has changed. */
import { writeFile } from "node:fs/promises";
import { applicationRole } from "./postgres/application-role";
import { onNewDatabase } from "./postgres/new-database";
import { onServer } from "./postgres/on-server";
import { listRights } from "./rights-table";

const file = new URL("../tests/database/rights.txt", import.meta.url);
const rights = await onNewDatabase((url) => onServer(url, (client) => listRights(client, applicationRole)));
await writeFile(file, rights);
console.log("tests/database/rights.txt is written.");
