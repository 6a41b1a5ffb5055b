import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Triggers that change a creator's figures: a row that many transactions change. */
const figures = [
  [
    "access_grants_student_insert",
    "AFTER INSERT ON access_grants",
    "(new.revoked_at IS NULL)",
    "count_student",
  ],
  [
    "access_grants_student",
    "AFTER UPDATE OF revoked_at ON access_grants",
    "((old.revoked_at IS NULL) <> (new.revoked_at IS NULL))",
    "count_student",
  ],
  [
    "access_grants_student_delete",
    "AFTER DELETE ON access_grants",
    "(old.revoked_at IS NULL)",
    "count_student",
  ],
  ["reviews_creator_count", "AFTER INSERT OR DELETE ON reviews", "(true)", "count_creator_reviews"],
  [
    "reviews_creator_count_changes",
    "AFTER UPDATE ON reviews",
    "(((old.shown AND old.bought) <> (new.shown AND new.bought)) OR (old.rating <> new.rating))",
    "count_creator_reviews",
  ],
] as const;

/** `atEnd`: whether the figures are changed when the transaction ends. */
function countFigures(atEnd: boolean): string {
  return figures
    .map(
      ([name, event, condition, counts]) => `
DROP TRIGGER ${name} ON ${event.split(" ON ")[1]};
CREATE ${atEnd ? "CONSTRAINT " : ""}TRIGGER ${name} ${event} ${atEnd ? "DEFERRABLE INITIALLY DEFERRED " : ""}FOR EACH ROW
  WHEN ${condition} EXECUTE FUNCTION ${counts}();`,
    )
    .join("");
}

/** `locksProduct`: whether a sale that gives or takes access locks its product before all that follows from it. */
function grantBySale(locksProduct: boolean): string {
  return `
CREATE OR REPLACE FUNCTION grant_by_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    person uuid := CASE WHEN NEW.is_gift THEN (SELECT taken_by FROM gifts WHERE sale_id = NEW.id) ELSE NEW.consumer_id END;
  BEGIN${
    locksProduct
      ? `
    IF NEW.status = 'completed' OR (TG_OP = 'UPDATE' AND OLD.status = 'completed') THEN
      PERFORM FROM videos WHERE id = NEW.video_id FOR NO KEY UPDATE;
    END IF;`
      : ""
  }
    IF NEW.status = 'completed' THEN
      IF person IS NOT NULL THEN PERFORM settle_access(person, NEW.video_id); END IF;
    ELSE
      UPDATE access_grants SET revoked_at = coalesce(revoked_at, now()),
          revoke_reason = CASE WHEN NEW.status IN ('refunded', 'disputed') THEN NEW.status ELSE 'duplicate' END
        WHERE sale_id = NEW.id;
      IF FOUND THEN PERFORM settle_access(person, NEW.video_id); END IF;
    END IF;
    RETURN NULL;
  END $$;`;
}

/**
 * One order of locks for what counts: the product, then access, then the creator's figures, which are changed when the
 * transaction ends. Before, a purchase by a new learner locked the figures first and then the product; a person who
 * reviewed the product or took it for nothing meanwhile locked them the other way round.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A deferred trigger may run as the application's role, which does not write these tables.
  await sql
    .raw(`ALTER FUNCTION count_student() SECURITY DEFINER SET ${path};
ALTER FUNCTION count_creator_reviews() SECURITY DEFINER SET ${path};${countFigures(true)}${grantBySale(true)}`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`ALTER FUNCTION count_student() SECURITY INVOKER RESET search_path;
ALTER FUNCTION count_creator_reviews() SECURITY INVOKER RESET search_path;${countFigures(false)}${grantBySale(false)}`)
    .execute(db);
}
