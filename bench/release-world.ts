/**
 * The local services of the release in whose folder this process runs, since each release has its own schema. Started
 * with the folder of its data and the server's URL. Prints their environment as one line of JSON, and ends them when
 * its standard input ends.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [dir = "", appUrl = ""] = process.argv.slice(2);
const release = (await import(
  pathToFileURL(resolve("dev/local-world.ts")).href
)) as typeof import("../dev/local-world");
const { env, databaseOwnerUrl, stop } = await release.startLocalWorld({ dir, appUrl, ephemeral: true });
console.log(JSON.stringify({ env, databaseOwnerUrl }));
process.stdin.resume().once("end", async () => {
  await stop();
  process.exit(0);
});
