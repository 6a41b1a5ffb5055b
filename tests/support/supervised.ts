/** Supervises the script in its first argument, as production supervises the server. */
import { createLog } from "../../app/platform/log.server";
import { supervise } from "../../app/server/supervisor/supervise.server";

supervise({ exec: process.argv[2] ?? "", log: createLog("info") });
