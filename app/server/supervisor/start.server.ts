/** The process that production starts: an entry of its own in the build (dev/build-server.ts). */
import { fileURLToPath } from "node:url";
import { createLog } from "~/platform/log.server";
import { supervise } from "./supervise.server";

const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
// A level that does not exist is refused by the server, with the other variables.
const level = levels.find((known) => known === process.env.LOG_LEVEL) ?? "info";

supervise({
  exec: fileURLToPath(new URL("./server.js", import.meta.url)),
  log: createLog(level).child({ part: "supervisor" }),
});
