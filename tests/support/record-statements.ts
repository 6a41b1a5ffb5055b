/**
 * Set up before each test file by `npm run record-statements`: notes what the product asks of PostgreSQL. Files that share a
 * worker share one recording.
 */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";

interface Recording {
  file: string;
  statements: Set<string>;
}

const worker = globalThis as { recordedStatements?: Recording };
worker.recordedStatements ??= startRecording(process.env.SABIA_RECORD_STATEMENTS ?? "");
const { file, statements } = worker.recordedStatements;

function startRecording(folder: string): Recording {
  const found = new Set<string>();
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  function record(this: pg.Client, ...given: unknown[]): unknown {
    const [first] = given;
    const text = typeof first === "string" ? first : (first as { text?: unknown } | null)?.text;
    const { connectionParameters: settings } = this as unknown as {
      connectionParameters: { application_name?: string };
    };
    if (typeof text === "string" && settings.application_name === "sabia") found.add(text);
    return query.apply(this, given);
  }
  pg.Client.prototype.query = record as typeof pg.Client.prototype.query;
  return { file: join(folder, `${randomUUID()}.json`), statements: found };
}

afterAll(() => {
  writeFileSync(file, JSON.stringify([...statements]));
});
