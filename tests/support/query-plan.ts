import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { DB } from "~/platform/schema";

export interface PlanStep {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Alias?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanStep[];
}

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Runs a query function; returns the one statement it sent. */
export async function statementOf(
  pool: pg.Pool,
  ask: (db: Kysely<DB>) => Promise<unknown>,
): Promise<Statement> {
  const statements = await statementsOf(pool, ask);
  const [statement] = statements;
  if (!statement || statements.length !== 1) throw new Error(`${statements.length} queries`);
  return statement;
}

/** Returns all statements that a function asks the database, in their order. */
export async function statementsOf(
  pool: pg.Pool,
  ask: (db: Kysely<DB>) => Promise<unknown>,
): Promise<Statement[]> {
  const asked: Statement[] = [];
  const listening = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  await ask(listening);
  return asked;
}

/** Runs EXPLAIN ANALYZE on a statement: its steps, and its time with planning in milliseconds. */
export async function explain(pool: pg.Pool, statement: Statement) {
  const { rows } = await pool.query<{
    "QUERY PLAN": [{ Plan: PlanStep; "Planning Time": number; "Execution Time": number }];
  }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.sql}`, [...statement.parameters]);
  const [plan] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!plan) throw new Error("there is no plan");
  return { steps: flatten(plan.Plan), milliseconds: plan["Planning Time"] + plan["Execution Time"] };
}

/** Rows that a step reads of its table, also those that it does not return. */
export const rowsReadBy = (step: PlanStep) =>
  (step["Actual Rows"] +
    (step["Rows Removed by Filter"] ?? 0) +
    (step["Rows Removed by Index Recheck"] ?? 0)) *
  step["Actual Loops"];

/**
 * Runs a query function: which indexes of a table it used, and how many of its rows it read, with those that a filter
 * removed. `alias`: counts only the scans of that name.
 */
export async function readingOf(
  pool: pg.Pool,
  table: string,
  ask: Parameters<typeof statementsOf>[1],
  alias?: string,
) {
  const steps: PlanStep[] = [];
  for (const statement of await statementsOf(pool, ask))
    steps.push(...(await explain(pool, statement)).steps.filter((step) => step["Actual Loops"] > 0));
  const scans = steps.filter(
    (step) => step["Relation Name"] === table && (alias ?? step.Alias) === step.Alias,
  );
  const indexes = (alias ? scans : steps).flatMap((step) => step["Index Name"] ?? []);
  return {
    indexes: indexes.filter((name) => name.startsWith(`${table}_`)),
    rows: scans.reduce((sum, step) => sum + rowsReadBy(step), 0),
  };
}

function flatten(plan: PlanStep): PlanStep[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
