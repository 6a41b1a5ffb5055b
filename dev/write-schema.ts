/** `npm run schema`: rewrites `app/platform/schema.ts` after a new migration. */
import { writeFile } from "node:fs/promises";
import { generateSchema } from "./generate-schema";
import { onNewDatabase } from "./postgres/new-database";

const file = new URL("../app/platform/schema.ts", import.meta.url);
await writeFile(file, await onNewDatabase(generateSchema));
console.log("app/platform/schema.ts is written.");
