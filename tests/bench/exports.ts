/** Files of 100,000 creators and 1,000,000 consumers: what making them costs the server and whoever else it serves. */
import { Worker } from "node:worker_threads";
import autocannon from "autocannon";
import pg from "pg";
import { type AppUnderTest, becomeAdmin } from "./app-under-test";
import { inTurn, median } from "./load";
import { residentBytes, watchMemory } from "./memory";

const creators = 100_000;
const consumers = 1_000_000;
const rounds = 3;

export interface ExportTimes {
  /** Of another page while a workbook is made, and while nothing is: the 99th percentile, in milliseconds. */
  p99: { app: number; bare: number };
  /** The longest time that the server answered nobody meanwhile, in milliseconds, seen from outside. */
  longestSilence: number;
  /** Resident memory: before, and its highest while workbooks were made, and while CSV was sent; bytes. */
  memory: { before: number; workbook: number; csv: number };
  /** Bytes a second of the CSV, and of the same rows by COPY. */
  csv: { app: number; bare: number };
  workbookSeconds: number;
}

/** Fills the app's database and measures. Two minutes. */
export async function measureExports(app: AppUnderTest): Promise<ExportTimes> {
  const databaseUrl = app.env.DATABASE_URL ?? "";
  const cookie = await becomeAdmin(app);
  await addPeople(databaseUrl);
  const page = `${app.url}/consumer-login`;
  const workbook = async () => {
    const start = performance.now();
    const bytes = await take(`${app.url}/admin/export/creators.xlsx`, cookie);
    if (bytes < 1_000_000) throw new Error(`a workbook of ${bytes} bytes`);
    return (performance.now() - start) / 1000;
  };
  await p99While(page, async () => void (await wait(2_000)));
  const before = residentBytes(app.pid);
  // First the one whose memory has a bar: a process gives little of it back.
  const csvMemory = watchMemory(app.pid);
  const csv = await inTurn(
    rounds,
    () => rate(() => take(`${app.url}/admin/export/consumers.csv`, cookie)),
    () => rate(() => copy(databaseUrl)),
  );
  const csvPeak = csvMemory();
  const quiet: number[] = [];
  const busy: number[] = [];
  const silences: number[] = [];
  const seconds: number[] = [];
  const workbookMemory = watchMemory(app.pid);
  for (let round = 0; round < rounds; round++) {
    quiet.push(await p99While(page, async () => void (await wait(5_000))));
    busy.push(await p99While(page, async () => void seconds.push(await workbook())));
    silences.push(await longestSilence(`${app.url}/healthcheck`, workbook));
  }
  return {
    p99: { app: median(busy), bare: median(quiet) },
    longestSilence: median(silences),
    memory: { before, workbook: workbookMemory(), csv: csvPeak },
    csv,
    workbookSeconds: median(seconds),
  };
}

async function addPeople(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      "INSERT INTO users (email) SELECT 'export-' || n || '@example.com' FROM generate_series(1, $1::int) AS n",
      [consumers],
    );
    await client.query(
      `INSERT INTO consumer_profiles (user_id, full_name, email, created_at)
       SELECT id, 'Maria das Graças ' || row_number() OVER (), email, now() - random() * interval '730 days'
       FROM users WHERE email LIKE 'export-%'`,
    );
    await client.query(
      `INSERT INTO creator_profiles (user_id, full_name, email, country, pix_key, bank_name, bank_account_number, created_at)
       SELECT id, 'João da Silva', email, 'Brasil', email, 'Banco do Brasil', '0001/12345-6', now() - random() * interval '730 days'
       FROM users WHERE email LIKE 'export-%' LIMIT $1`,
      [creators],
    );
    // The throw-away PostgreSQL writes its log late, and VACUUM believes no commit that is not in it.
    await client.query("CHECKPOINT");
    await client.query("VACUUM ANALYZE consumer_profiles, creator_profiles");
  } finally {
    await client.end();
  }
}

/** Reads an answer to its end, keeping nothing. Gives its bytes. */
async function take(url: string, cookie: string): Promise<number> {
  const answer = await fetch(url, { headers: { Cookie: cookie }, redirect: "manual" });
  if (answer.status !== 200 || !answer.body) throw new Error(`${url} answered ${answer.status}`);
  let bytes = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.byteLength;
  return bytes;
}

/** The same rows by COPY … TO STDOUT, as psql would take them. */
async function copy(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let bytes = 0;
  client.connection.on("copyData", ({ chunk }: { chunk: Buffer }) => {
    bytes += chunk.length;
  });
  try {
    const text = `COPY (SELECT full_name, email, to_char(created_at AT TIME ZONE 'America/Sao_Paulo', 'DD/MM/YYYY')
      FROM consumer_profiles ORDER BY created_at DESC, id DESC) TO STDOUT (FORMAT csv, DELIMITER ';', FORCE_QUOTE *)`;
    await new Promise<void>((done, fail) => {
      client.connection.once("commandComplete", () => done());
      client.connection.once("errorMessage", fail);
      client.connection.query(text);
    });
    return bytes;
  } finally {
    client.connection.end();
  }
}

async function rate(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const bytes = await work();
  return bytes / ((performance.now() - start) / 1000);
}

/** The 99th percentile of a page's answers, asked for over two connections from a thread of its own while work goes on. */
async function p99While(url: string, work: () => Promise<void>): Promise<number> {
  return new Promise((done, fail) => {
    const load = autocannon({ url, connections: 2, duration: 600, workers: 1 }, (error, result) => {
      if (error) fail(error);
      else if (result.non2xx > 0) fail(new Error(`${url}: ${result.non2xx} answers other than 2xx`));
      else done(result.latency.p99);
    });
    work().then(() => load.stop(), fail);
  });
}

/** The longest answer of the least there is to ask, one at a time, from a thread of its own while work goes on. */
async function longestSilence(url: string, work: () => Promise<unknown>): Promise<number> {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    let longest = 0, ends = false;
    parentPort.on("message", () => { ends = true; });
    (async () => {
      while (!ends) {
        const start = performance.now();
        await (await fetch(workerData)).text();
        longest = Math.max(longest, performance.now() - start);
        await new Promise((next) => setImmediate(next));
      }
      parentPort.postMessage(longest);
    })();`;
  const thread = new Worker(code, { eval: true, workerData: url });
  const answer = new Promise<number>((done, fail) => {
    thread.once("message", done);
    thread.once("error", fail);
  });
  await work();
  thread.postMessage("end");
  return answer;
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
