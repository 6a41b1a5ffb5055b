/** Runs `postgres-starter.ts` as a child, for tests that kill the process which started the database. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { PostgresOptions } from "../../dev/postgres/start-postgres";

const startedSchema = z.object({ url: z.string(), folder: z.string() });
const fileHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export class StarterProcess {
  readonly child: ChildProcess;
  /** What `startPostgres` returned there. */
  readonly started: Promise<z.infer<typeof startedSchema>>;

  constructor(options: PostgresOptions, module = fileHere("../../dev/postgres/start-postgres.ts")) {
    const words = ["--import", "tsx", fileHere("postgres-starter.ts"), module, JSON.stringify(options)];
    const child = spawn(process.execPath, words, {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: fileHere("../.."),
    });
    this.child = child;
    this.started = once(createInterface(child.stdout), "line").then(([line]) =>
      startedSchema.parse(JSON.parse(line)),
    );
    // A test that kills it before it has started does not wait for this.
    this.started.catch(() => undefined);
  }

  /** kill −9: the process gets no chance to tidy up. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }
}
