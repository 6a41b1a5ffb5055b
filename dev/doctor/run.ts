/** `npm run doctor`. Changes nothing, except for one small file that it writes and removes. Exit code 1: failed. */

import { parseEnv } from "../../app/platform/env.server";
import { createLog } from "../../app/platform/log.server";
import { createServices } from "../../app/server/create-services.server";
import { checkDatabase, checkDirectConnection, checkOwner, checkReplica } from "./check-database";
import {
  checkBucketRules,
  checkMail,
  checkPrograms,
  checkSettings,
  checkStore,
  checkStream,
  checkStripe,
  checkTelemetry,
} from "./check-services";
import {
  checkBackup,
  checkCertificate,
  checkDisks,
  checkGoogle,
  checkListening,
  checkSite,
} from "./check-site";
import { examine, type Finding, formatFindings } from "./finding";

async function findAll(): Promise<Finding[]> {
  const parsed = parseEnv(process.env);
  if (!parsed.ok)
    return parsed.problems.map((text) => ({ level: "fail", about: "Environment", text }) satisfies Finding);
  const { env } = parsed;
  const { storage, db } = createServices(env, createLog("silent"));
  const found = await Promise.all([
    [{ level: "ok", about: "Environment", text: "every variable is well-formed" } satisfies Finding],
    checkSettings(env),
    examine("Database", () => checkDatabase(env)),
    examine("Owner", () => checkOwner(env)),
    examine("Direct connection", () => checkDirectConnection(env)),
    examine("Replica", () => checkReplica(env)),
    examine("Files", () => checkStore(storage)),
    examine("Bucket", () => checkBucketRules(env)),
    examine("Disk", () => checkDisks(env)),
    examine("Backup", () => checkBackup(env)),
    examine("Stripe", () => checkStripe(env)),
    examine("Mail", () => checkMail(env)),
    examine("Cloudflare Stream", () => checkStream(env)),
    examine("Telemetry", () => checkTelemetry(env)),
    examine("Programs", () => checkPrograms(env)),
    examine("Google", () => checkGoogle(env)),
    examine("Listening", async () => checkListening(env)),
    examine("Site", () => checkSite(env)),
    examine("Certificate", () => checkCertificate(env)),
  ]);
  await db.destroy();
  return found.flat();
}

const findings = await findAll();
console.log(formatFindings(findings));
process.exit(findings.some(({ level }) => level === "fail") ? 1 : 0);
