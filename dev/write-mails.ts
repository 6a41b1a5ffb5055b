/** `npm run mails`: every mail as HTML and text, in `mails/` or another folder; `index.html` lists them. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

const folder = resolve(process.argv[2] ?? "mails");
const words = ["run", "tests/features/base/mail/every-mail.test.ts", "--reporter=dot"];
const env = { ...process.env, SABIA_MAILS_FOLDER: folder };
const script = join("node_modules", "vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [script, ...words], { stdio: "inherit", env });
console.log(`Written to ${join(folder, "index.html")}`);
process.exit(status ?? 1);
