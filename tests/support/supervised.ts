/** Supervises the script in its first argument, as production supervises the server; second: number of workers. */
import { createLog } from "../../app/platform/log.server";
import { supervise } from "../../app/server/supervisor/supervise.server";

const [, , exec = "", count = "1"] = process.argv;
supervise({ exec, log: createLog("info"), count: Number(count) });
