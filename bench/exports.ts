/** Exports of 100,000 creators and 1,000,000 consumers: their cost for the server and for other requests. */
import { Worker } from "node:worker_threads";
import pg from "pg";
import { type AppUnderTest, becomeAdmin } from "./app-under-test";
import { inTurn, median } from "./load";
import { residentBytes, watchMemory } from "./memory";
import { searchIndexes, withoutIndexes } from "./without-indexes";

const creators = 100_000;
const consumers = 1_000_000;
const rounds = 3;

export interface ExportTimes {
  /** The 99th percentile of another page during a workbook and without, in milliseconds. */
  p99: { app: number; bare: number };
  /** The longest block of the event loop during a workbook, in milliseconds. */
  standstill: number;
  /** Resident memory in bytes: before, and its maximum during workbooks and CSV. */
  memory: { before: number; workbook: number; csv: number };
  /** Bytes per second of the CSV, and of the same rows by COPY. */
  csv: { app: number; bare: number };
  workbookSeconds: number;
}

/** Fills the app's database and measures. Takes two minutes. */
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
  await p99While(page, () => wait(2_000));
  const before = residentBytes(app.pid);
  // First the CSV, whose memory is limited: a process returns little of it.
  const csvMemory = watchMemory(app.pid);
  const csv = await inTurn(
    rounds,
    () => rate(() => take(`${app.url}/admin/export/consumers.csv`, cookie)),
    () => rate(() => copy(databaseUrl)),
  );
  const csvPeak = csvMemory();
  const quiet: number[] = [];
  const busy: number[] = [];
  const standstills: number[] = [];
  const seconds: number[] = [];
  const workbookMemory = watchMemory(app.pid);
  for (let round = 0; round < rounds; round++) {
    quiet.push(await p99While(page, () => wait(5_000)));
    busy.push(await p99While(page, async () => seconds.push(await workbook())));
    await app.longestStandstill();
    await workbook();
    standstills.push(await app.longestStandstill());
  }
  return {
    p99: { app: median(busy), bare: median(quiet) },
    standstill: median(standstills),
    memory: { before, workbook: workbookMemory(), csv: csvPeak },
    csv,
    workbookSeconds: median(seconds),
  };
}

async function addPeople(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await withoutIndexes(client, searchIndexes, async () => {
      await client.query(
        "INSERT INTO users (email) SELECT 'export-' || n || '@example.com' FROM generate_series(1, $1::int) AS n",
        [consumers],
      );
      await client.query(
        `INSERT INTO consumer_profiles (user_id, full_name, email, created_at)
       SELECT id, 'Maria das Graças ' || row_number() OVER (), email, now() - random() * interval '730 days'
       FROM users WHERE email LIKE 'export-%'`,
      );
      // Without the triggers that look for a free handle: within one statement they read every earlier row.
      await client.query("SET session_replication_role = replica");
      await client.query(
        `INSERT INTO creator_profiles (user_id, full_name, email, country, pix_key, bank_name, bank_account_number, created_at)
       SELECT id, 'João da Silva ' || row_number() OVER (), email, 'Brasil', email, 'Banco do Brasil', '0001/12345-6', now() - random() * interval '730 days'
       FROM users WHERE email LIKE 'export-%' LIMIT $1`,
        [creators],
      );
      await client.query("SET session_replication_role = origin");
    });
    // The temporary PostgreSQL flushes its log late, and VACUUM ignores commits that are not in it.
    await client.query("CHECKPOINT");
    await client.query("VACUUM ANALYZE consumer_profiles, creator_profiles");
  } finally {
    await client.end();
  }
}

/** Reads and discards a response. Returns its size in bytes. */
async function take(url: string, cookie: string): Promise<number> {
  const answer = await fetch(url, { headers: { Cookie: cookie }, redirect: "manual" });
  if (answer.status !== 200 || !answer.body) throw new Error(`${url} answered ${answer.status}`);
  let bytes = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.byteLength;
  return bytes;
}

/** The same rows by COPY … TO STDOUT, as in psql. */
async function copy(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await new Promise<number>((done, fail) => {
      let bytes = 0;
      // pg's Submittable interface.
      client.query({
        submit: (connection: pg.Connection) => connection.query(copyText),
        handleCopyData: ({ chunk }: { chunk: Buffer }) => {
          bytes += chunk.length;
        },
        handleCommandComplete: () => {},
        handleReadyForQuery: () => done(bytes),
        handleError: fail,
      });
    });
  } finally {
    await client.end();
  }
}

const copyText = `
  COPY (SELECT full_name, email, to_char(created_at AT TIME ZONE 'America/Sao_Paulo', 'DD/MM/YYYY')
    FROM consumer_profiles ORDER BY created_at DESC, id DESC)
  TO STDOUT (FORMAT csv, DELIMITER ';', FORCE_QUOTE *)`;

async function rate(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const bytes = await work();
  return bytes / ((performance.now() - start) / 1000);
}

/**
 * Requests a page on several connections, one request after the other, from a separate thread during `work`. Returns
 * the response times in milliseconds, sorted.
 */
async function askWhile(url: string, connections: number, work: () => Promise<unknown>): Promise<number[]> {
  const code = `
    const { parentPort, workerData: { url, connections } } = require("node:worker_threads");
    const taken = [];
    let ends = false;
    parentPort.on("message", () => { ends = true; });
    const ask = async () => {
      while (!ends) {
        const start = performance.now();
        const answer = await fetch(url);
        await answer.text();
        if (answer.status !== 200) throw new Error(url + " answered " + answer.status);
        taken.push(performance.now() - start);
      }
    };
    Promise.all(Array.from({ length: connections }, ask)).then(() => {
      parentPort.postMessage(taken.sort((a, b) => a - b));
      parentPort.close();
    });`;
  const thread = new Worker(code, { eval: true, workerData: { url, connections } });
  const answer = new Promise<number[]>((done, fail) => {
    thread.once("message", done);
    thread.once("error", fail);
  });
  await Promise.race([work(), answer]);
  thread.postMessage("end");
  return answer;
}

/** The 99th percentile of a page's response times during `work`. */
async function p99While(url: string, work: () => Promise<unknown>): Promise<number> {
  const taken = await askWhile(url, 2, work);
  return taken[Math.ceil(taken.length * 0.99) - 1] ?? Number.NaN;
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
