/** `node build/erase-again.js < log`, after a restore (docs/operations.md). */
import { createInterface } from "node:readline";
import { parseSentLines, recordSentMails } from "~/features/base/mail/repeat-sent-mails.queries.server";
import { mailSentMessage } from "~/features/base/mail/send-mail.server";
import { parseErasedLines } from "~/features/entrance/privacy/deleted-on-erasure";
import { erasedMessage } from "~/features/entrance/privacy/erase-account.server";
import { repeatErasure } from "~/features/entrance/privacy/own-data.server";
import { openDatabase } from "~/platform/db.server";

const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL: missing");
  process.exit(2);
}
const { db } = openDatabase(url, (error) => console.error(error.message));
try {
  // A log of months does not fit into one string.
  const kept: string[] = [];
  for await (const line of createInterface({ input: process.stdin }))
    if (line.includes(erasedMessage) || line.includes(mailSentMessage)) kept.push(line);
  const log = kept.join("\n");
  const erasures = parseErasedLines(log, erasedMessage);
  for (const erasure of erasures)
    console.log(`${erasure.userId}\t${await repeatErasure(db, { ...erasure, now: new Date() })}`);
  console.log(`${erasures.length} erasures in the log.`);
  const mails = parseSentLines(log, mailSentMessage);
  const recorded = await recordSentMails(db, mails, new Date());
  console.log(`${mails.length} sent mails in the log, ${recorded} of them not known as sent here.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.destroy();
}
