/**
 * Half an hour at half load, in the long tests: memory, open files and connections stay flat. SABIA_SOAK_MINUTES:
 * another time.
 */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { findFreePort } from "../../dev/postgres/free-port";
import { onServer } from "../../dev/postgres/on-server";
import { makeVideo as makeFile } from "../features/studio/uploads/test-file";
import { mustBegin, patch } from "../features/studio/uploads/tus";
import { makeConsumer, makeCreator, makeSale, makeVideo, readClip } from "../support/people";
import { startMortalServer } from "../support/server-process";
import { setRows } from "../support/tables";
import { ownerUrlOf } from "../support/test-database";
import { startTestWorld } from "../support/test-services";
import { withReason } from "./skip-reason";

/** Asked for by name: a shorter run than half an hour measures the filling of caches. */
const minutes = Number(process.env.SABIA_SOAK_MINUTES ?? 0);
const connections = 12;
/** Between two samples, in milliseconds: sixty in all. */
const sampleMs = (minutes * 60_000) / 60;

interface Sample {
  /** Of both workers, in MiB. */
  memory: number;
  heap: number;
  openFiles: number;
  handles: number;
  databaseConnections: number;
}

const skipped = minutes > 0 ? undefined : "SABIA_SOAK_MINUTES=30 asks for it";

test.skipIf(skipped)(
  withReason(`${minutes} minutes at half load leave nothing behind`, skipped),
  {
    timeout: (minutes + 10) * 60_000,
  },
  async () => {
    const world = await startTestWorld();
    const metricsPort = await findFreePort();
    const server = await startMortalServer(
      world,
      { WEB_CONCURRENCY: "2", METRICS_PORT: String(metricsPort) },
      { serverFile: "build/supervisor.js" },
    );
    const ana = await makeCreator(world);
    await setRows(world.services.db, "users", { id: ana.userId }, { videos_a_day: 1_000 });
    const beto = await makeConsumer(world);
    const videos: string[] = [];
    for (let at = 0; at < 30; at += 1)
      videos.push(await makeVideo(world, ana, { title: `Pão de queijo ${at}` }, readClip()));
    await makeSale(world, beto, videos[0] ?? "");

    let requests = 0;
    const failures: string[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const ask = (path: string, cookie?: string) =>
      new Promise<void>((resolve) => {
        const fail = (why: unknown) => {
          failures.push(`${path}: ${why}`);
          resolve();
        };
        get(`${server.origin}${path}`, { agent, headers: cookie ? { Cookie: cookie } : {} }, (res) => {
          if ((res.statusCode ?? 500) >= 500) fail(res.statusCode);
          res.resume().once("end", () => {
            requests += 1;
            resolve();
          });
        }).once("error", fail);
      });
    /** Every kind of page, with addresses that repeat and addresses that do not. */
    const visit = (at: number) => {
      const video = videos[at % videos.length];
      const kinds: [path: string, cookie?: string][] = [
        ["/"],
        ["/marketplace"],
        [`/videos/${video}`],
        [`/marketplace?q=queijo+${at}`],
        [`/nothing/${at}`],
        ["/marketplace", beto.cookie],
        [`/watch/${videos[0]}`, beto.cookie],
        ["/purchases", beto.cookie],
        ["/creator/dashboard", ana.cookie],
      ];
      return ask(...(kinds[at % kinds.length] ?? ["/"]));
    };

    // What it bears: as fast as it answers, for twenty seconds.
    const start = performance.now();
    let at = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() - start < 20_000) await visit(at++);
      }),
    );
    const halfLoad = requests / ((performance.now() - start) / 1_000) / 2;

    const take = async (): Promise<Sample> => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const sum = (name: string) =>
        [...text.matchAll(new RegExp(`^${name}\\{process="\\d+"\\} (\\S+)$`, "gm"))].reduce(
          (total, [, value]) => total + Number(value),
          0,
        );
      const database = await onServer(ownerUrlOf(world.services.env.DATABASE_URL), async (client) => {
        const { rows } = await client.query<{ open: number }>(
          "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sabia'",
        );
        return rows[0]?.open ?? 0;
      });
      return {
        memory: sum("process_resident_memory_bytes") / 2 ** 20,
        heap: sum("nodejs_heap_size_used_bytes") / 2 ** 20,
        openFiles: sum("process_open_fds"),
        handles: sum("nodejs_active_handles_total"),
        databaseConnections: database,
      };
    };

    const samples: Sample[] = [];
    const begun = performance.now();
    const end = begun + minutes * 60_000;
    let asking = true;
    const load = (async () => {
      const sent = new Set<Promise<void>>();
      for (let next = performance.now(); performance.now() < end; next += 1_000 / halfLoad) {
        const wait = next - performance.now();
        if (wait > 0) await sleep(wait);
        // A machine that is late is not given the requests that it missed.
        else if (wait < -1_000) next = performance.now();
        if (sent.size >= connections) await Promise.race(sent);
        const one = visit(at++).finally(() => sent.delete(one));
        sent.add(one);
      }
      await Promise.all(sent);
      asking = false;
    })();
    const uploads = (async () => {
      const sender = { ...server, cookie: ana.cookie };
      while (asking) {
        const file = makeFile(300_000);
        const reply = await patch(sender, await mustBegin(sender, file), 0, file);
        if (reply.status !== 204) failures.push(`an upload: ${reply.status}`);
        await sleep(sampleMs);
      }
    })();
    while (asking) {
      await Promise.race([sleep(sampleMs), load]);
      samples.push(await take());
    }
    await Promise.all([load, uploads]);
    agent.destroy();

    // The first third fills caches and pools.
    const third = Math.floor(samples.length / 3);
    const median = (from: Sample[], key: keyof Sample) =>
      from.map((sample) => sample[key]).sort((a, b) => a - b)[Math.floor(from.length / 2)] ?? 0;
    const keys = ["memory", "heap", "openFiles", "handles", "databaseConnections"] as const;
    const table = Object.fromEntries(
      keys.map((key) => [
        key,
        {
          first: Math.round(median(samples.slice(0, third), key)),
          middle: Math.round(median(samples.slice(third, 2 * third), key)),
          last: Math.round(median(samples.slice(2 * third), key)),
        },
      ]),
    ) as Record<keyof Sample, { first: number; middle: number; last: number }>;
    console.log(`${requests} requests, ${halfLoad.toFixed(0)}/s, ${minutes} minutes`);
    console.table(table);
    expect(failures).toEqual([]);
    const growth = (key: keyof Sample) => table[key].last - table[key].middle;
    expect(growth("memory")).toBeLessThan(Math.max(40, 0.1 * table.memory.middle));
    expect(growth("heap")).toBeLessThan(Math.max(30, 0.2 * table.heap.middle));
    expect(growth("openFiles")).toBeLessThanOrEqual(10);
    expect(growth("handles")).toBeLessThanOrEqual(10);
    // Two pools of ten, two connections for notices, and the jobs' listener.
    expect(Math.max(...samples.map((sample) => sample.databaseConnections))).toBeLessThanOrEqual(30);
  },
);
