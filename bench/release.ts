/** Built releases, measured in turn in one run. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../dev/postgres/free-port";

/** A built release in its folder, with local services and a database of its own. */
export interface Release {
  root: string;
  url: string;
  env: Record<string, string>;
  databaseOwnerUrl: string;
  stop(): Promise<void>;
}

/** Starts the local services of the release in the folder `root`. `dir`: for its data. */
export async function startRelease(root: string, dir: string): Promise<Release> {
  const url = `http://localhost:${await findFreePort()}`;
  const program = fileURLToPath(new URL("./release-world.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, dir, url], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) continue;
    const world = JSON.parse(line) as Pick<Release, "env" | "databaseOwnerUrl">;
    const stop = async () => {
      child.stdin.end();
      await ended;
    };
    return { ...world, root, url, stop };
  }
  throw new Error(`the local services of ${root} did not start`);
}
