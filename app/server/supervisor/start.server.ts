/** The process that production starts: a separate entry of the build (dev/build-server.ts). */
import { fileURLToPath } from "node:url";
import { createLog } from "~/platform/log.server";
import { supervise } from "./supervise.server";

const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
// The server refuses an invalid level together with other invalid variables.
const level = levels.find((known) => known === process.env.LOG_LEVEL) ?? "info";

supervise({
  exec: fileURLToPath(new URL("./server.js", import.meta.url)),
  log: createLog(level).child({ part: "supervisor" }),
});
