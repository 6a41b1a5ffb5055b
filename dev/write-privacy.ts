/** `npm run privacy`: rewrites the tables of `docs/privacy.md` after `column-classification.ts` has changed. */
import { readFile, writeFile } from "node:fs/promises";
import { replaceTables } from "./privacy-tables";

const file = new URL("../docs/privacy.md", import.meta.url);
await writeFile(file, replaceTables(await readFile(file, "utf8")));
console.log("docs/privacy.md is written.");
