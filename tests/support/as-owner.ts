import { type RawBuilder, sql } from "kysely";
import { afterAll, inject } from "vitest";
import { type Database, type Db, openDatabase } from "~/platform/db.server";
import { onServer } from "../../dev/postgres/on-server";
import { databaseUrl } from "../../dev/postgres/template-database";
import { ownerUrlOf } from "./test-database";

/**
 * Runs statements on a test's database as its owner, such as creating a trigger, which the application's role may
 * not.
 */
export async function asOwner(db: Db, statements: string | RawBuilder<unknown>): Promise<void> {
  const url = ownerUrlOf(await findOwnerUrl(db));
  const text = typeof statements === "string" ? statements : statements.compile(db).sql;
  await onServer(url, (client) => client.query(text));
}

/** Opens a test's database as its owner, until the end of the file. */
export async function openAsOwner(db: Db): Promise<Database> {
  const { db: owner } = openDatabase(ownerUrlOf(await findOwnerUrl(db)), () => {});
  afterAll(() => owner.destroy());
  return owner;
}

/**
 * Runs a function with a test's database opened as its owner, whom the states of money do not bind
 * (migrations/0017-money-states.ts).
 */
export async function withOwner<Result>(db: Db, use: (owner: Database) => Promise<Result>): Promise<Result> {
  const { db: owner } = openDatabase(await findOwnerUrl(db), () => {});
  try {
    return await use(owner);
  } finally {
    await owner.destroy();
  }
}

async function findOwnerUrl(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  return databaseUrl(inject("postgresUrl"), rows[0]?.name ?? "");
}

/** Runs a function while the database requires two people for decisions about money. */
export async function whileTwoPeopleAreRequired(db: Db, use: () => Promise<void>): Promise<void> {
  await asOwner(db, "UPDATE two_people_settings SET required = true");
  try {
    await use();
  } finally {
    await asOwner(db, "UPDATE two_people_settings SET required = false");
  }
}
