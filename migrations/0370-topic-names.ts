import { type Kysely, sql } from "kysely";

/** The names of a topic by language, so that a further language is rows and no column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE topics ADD COLUMN names jsonb`.execute(db);
  await sql`-- locks: a dozen rows
    UPDATE topics SET names = jsonb_build_object('pt', name_pt, 'en', name_en)`.execute(db);
  await sql`
    -- locks: a dozen rows
    ALTER TABLE topics ALTER COLUMN names SET NOT NULL,
      ADD CONSTRAINT topics_names_check CHECK (jsonb_typeof(names) = 'object' AND names->>'pt' IS NOT NULL)`.execute(
    db,
  );
  await sql`DROP TRIGGER topics_announce_shown_pages ON topics`.execute(db);
  await sql`-- contracts: nothing was released that reads them
    ALTER TABLE topics DROP COLUMN name_pt, DROP COLUMN name_en`.execute(db);
  await sql`
    CREATE TRIGGER topics_announce_shown_pages AFTER INSERT OR DELETE OR UPDATE OF slug, family, names, position ON topics
      FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE topics ADD COLUMN name_pt text, ADD COLUMN name_en text`.execute(db);
  await sql`-- locks: a dozen rows
    UPDATE topics SET name_pt = names->>'pt', name_en = coalesce(names->>'en', names->>'pt')`.execute(db);
  await sql`ALTER TABLE topics ALTER COLUMN name_pt SET NOT NULL, ALTER COLUMN name_en SET NOT NULL`.execute(
    db,
  );
  await sql`DROP TRIGGER topics_announce_shown_pages ON topics`.execute(db);
  await sql`ALTER TABLE topics DROP COLUMN names`.execute(db);
  await sql`
    CREATE TRIGGER topics_announce_shown_pages
      AFTER INSERT OR DELETE OR UPDATE OF slug, family, name_pt, name_en, position ON topics
      FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`.execute(db);
}
