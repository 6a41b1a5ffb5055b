/**
 * Set up before each test file by `npm run record-statements`: records the statements that the product sends to PostgreSQL,
 * and which query files they come from. Files that share a worker share one record.
 */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";

interface Recording {
  file: string;
  statements: Set<string>;
  queryFiles: Set<string>;
}

const worker = globalThis as { recordedStatements?: Recording };
worker.recordedStatements ??= startRecording(process.env.SABIA_RECORD_STATEMENTS ?? "");
const { file, statements, queryFiles } = worker.recordedStatements;

function startRecording(folder: string): Recording {
  const recording: Recording = {
    file: join(folder, `${randomUUID()}.json`),
    statements: new Set(),
    queryFiles: new Set(),
  };
  // Deep enough to reach the query's function through Kysely's.
  Error.stackTraceLimit = 60;
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  function record(this: pg.Client, ...given: unknown[]): unknown {
    const [first] = given;
    const text = typeof first === "string" ? first : (first as { text?: unknown } | null)?.text;
    const { connectionParameters: settings } = this as unknown as {
      connectionParameters: { application_name?: string };
    };
    if (typeof text === "string" && settings.application_name === "sabia") {
      recording.statements.add(text);
      for (const [path] of new Error().stack?.matchAll(/\/[^\s():]+\.queries\.server\.ts/g) ?? [])
        recording.queryFiles.add(relative(process.cwd(), path));
    }
    return query.apply(this, given);
  }
  pg.Client.prototype.query = record as typeof pg.Client.prototype.query;
  return recording;
}

afterAll(() => {
  writeFileSync(file, JSON.stringify({ statements: [...statements], queryFiles: [...queryFiles] }));
});
