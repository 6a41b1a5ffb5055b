/** `npm start`. `--empty`: without demo data; `--watch`: rebuilds on changes; `--stream`: local Cloudflare Stream. */
import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type AppProcess, startApp } from "./app-process";
import { buildApp, sources } from "./build-app";
import type { LocalStream } from "./cloudflare-stream/server";
import { addDemoData, demoLogins } from "./demo/add-demo-data";
import { startLocalWorld } from "./local-world";
import { becomeOnlyStart } from "./only-start";
import { isPortFree } from "./postgres/free-port";

const empty = process.argv.includes("--empty");
const port = Number(process.env.PORT ?? 3000);
const appUrl = `http://localhost:${port}`;
const dir = process.env.SABIA_DATA_DIR ?? ".data";

const stops: (() => Promise<void> | void)[] = [];
let stopping = false;

/** Later calls while it runs have no effect. */
async function stopAll(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const stop of stops.splice(0).reverse()) {
    try {
      await stop();
    } catch (error) {
      console.error(error);
    }
  }
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    console.log("\nStopping…");
    void stopAll(0);
  });
}
// The product continues without a reader of its output.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

/** Fails before anything starts if another program uses the port, after a short wait. */
async function requireFreePort(wanted: number): Promise<void> {
  for (const end = Date.now() + 3_000; !(await isPortFree(wanted, true)); await sleep(100)) {
    if (Date.now() < end) continue;
    throw new Error(`Port ${wanted} is taken by another program. End it, or set PORT to another one.`);
  }
}

/** Without ffmpeg the local Stream cannot make HLS: the MP4 plays. */
function withoutHls({ encodes }: LocalStream): string {
  return encodes ? "" : "  (no ffmpeg on the PATH: MP4 only)";
}

/** As `Promise.all`, but rejects only when both have settled, so that both can be undone. */
async function bothOrNeither<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** Editors write a file in several steps, and a change of branch touches many. */
const settleMs = 200;

/** A failed build prints its error. One at a time. */
function rebuildOnChange(onBuilt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const rebuild = async () => {
    try {
      if (!(await buildApp({ quick: true }))) return;
      await onBuilt();
      console.log("Built anew.");
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  for (const path of sources) {
    watch(path, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        building = building.then(rebuild);
      }, settleMs);
    });
  }
}

try {
  stops.push(await becomeOnlyStart(dir, () => void stopAll(1)));
  await requireFreePort(port);
  const [world] = await bothOrNeither(
    startLocalWorld({
      dir,
      appUrl,
      stripePort: 4242,
      mailboxPort: 8025,
      ...(process.argv.includes("--stream") && { stream: { port: 8026 } }),
      log: console.log,
    }).then((started) => {
      stops.push(started.stop);
      return started;
    }),
    buildApp({ quick: true }).then((built) => built && console.log("Built.")),
  );
  let app: AppProcess | undefined;
  stops.push(async () => app?.stop());
  const runApp = async () => {
    const earlier = app;
    app = undefined;
    await earlier?.stop();
    const started = await startApp({ ...world.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" });
    app = started;
    started.process.once("close", () => {
      if (stopping || app !== started) return;
      console.error("The server has ended.");
      void stopAll(1);
    });
  };
  await runApp();
  const added = empty ? false : await addDemoData(world, { withPast: true });
  if (added) console.log("Demo data added.");
  const logins = empty ? [] : demoLogins;
  console.log(
    [
      "",
      `  Sabiá            ${appUrl}`,
      `  Payments (local) ${world.stripe.url}/dev`,
      `  Mailbox (local)  ${world.mailbox.pageUrl}`,
      ...(world.stream ? [`  Stream (local)   ${world.stream.url}/dev${withoutHls(world.stream)}`] : []),
      ...(logins.length > 0 ? ["", "  Demo logins"] : []),
      ...logins.map(({ role, email, password }) => `    ${role.padEnd(8)} ${email}  ${password}`),
      "",
      "  Ctrl-C stops it all; the data stays.",
      "",
    ].join("\n"),
  );
  if (process.argv.includes("--watch")) rebuildOnChange(runApp);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stopAll(1);
}
