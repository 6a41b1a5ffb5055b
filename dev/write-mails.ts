/** `npm run mails`: every mail as HTML and text, in `mails/` or another folder; `index.html` lists them. */
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";

const folder = resolve(process.argv[2] ?? "mails");
const script = join("node_modules", "vitest/vitest.mjs");
const child = spawn(
  process.execPath,
  [script, "run", "tests/features/base/mail/every-mail.test.ts", "--reporter=dot"],
  { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, SABIA_MAILS_FOLDER: folder } },
);
child.once("close", (code) => {
  console.log(`Written to ${join(folder, "index.html")}`);
  process.exit(code ?? 1);
});
