import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import type { ProgrammeLesson } from "./certificate-rules";

export interface Owner {
  userId: string;
  courseId: string;
}

/** A certificate is valid while its owner has the course. */
const isValid = sql<boolean>`EXISTS (SELECT FROM access_grants WHERE access_grants.user_id = certificates.user_id
  AND product_id = certificates.course_id AND revoked_at IS NULL)`;

/** SQL condition: a person of the outer query has a certificate of its product, valid or not. Both are columns. */
export function hasCertificate(person: string, product: string) {
  return sql<boolean>`EXISTS (SELECT FROM certificates
    WHERE certificates.user_id = ${sql.ref(person)} AND certificates.course_id = ${sql.ref(product)})`;
}

const select = (db: Db) =>
  db
    .selectFrom("certificates")
    .innerJoin("videos", "videos.id", "certificates.course_id")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select([
      "code",
      "certificates.name",
      "course_title",
      "seconds",
      "finished_at",
      "corrected_at",
      "declared",
      "watched_seconds",
      "certificates.begun_at",
      "hides_first_day",
    ])
    .select(({ ref }) => sql<ProgrammeLesson[] | null>`${ref("programme")}`.as("programme"))
    .select(["course_id", "creator_profiles.full_name as creator_name"]);

export async function findOwnCertificate(db: Db, { userId, courseId }: Owner) {
  return select(db)
    .where("certificates.user_id", "=", userId)
    .where("course_id", "=", courseId)
    .where(isValid)
    .executeTakeFirst();
}

/** Of the course that a person's own purchase names. */
export async function findCertificateOfSale(db: Db, { userId, saleId }: { userId: string; saleId: string }) {
  return select(db)
    .where("certificates.user_id", "=", userId)
    .where("course_id", "=", (query) =>
      query
        .selectFrom("sales")
        .select("video_id")
        .where("sales.id", "=", saleId)
        .where("sales.status", "!=", "refunded")
        .where("consumer_id", "=", userId),
    )
    .where(isValid)
    .executeTakeFirst();
}

export async function findCertificate(db: Db, code: string) {
  return select(db).select(isValid.as("is_valid")).where("code", "=", code).executeTakeFirst();
}

export type CertificateRow = NonNullable<Awaited<ReturnType<typeof findOwnCertificate>>>;

/** Finds a course that a person has now and that gives certificates. */
export async function findCertifyingCourse(db: Db, { userId, courseId }: Owner) {
  return db
    .selectFrom("videos")
    .innerJoin("access_grants", "product_id", "videos.id")
    .select(["videos.id", "title"])
    .where("videos.id", "=", courseId)
    .where("certifies", "=", true)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
}

export async function findOwnCourse(db: Db, { userId, courseId }: Owner) {
  return db
    .selectFrom("videos")
    .innerJoin("access_grants", "product_id", "videos.id")
    .select(["videos.id", "title", "thumbnail_url"])
    .where("videos.id", "=", courseId)
    .where("lesson_count", "is not", null)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
}

/** Since when a person had a course or a lesson of it; undefined if never. */
export async function findFirstAccess(db: Db, { userId, courseId }: Owner): Promise<Date | undefined> {
  const row = await db
    .selectFrom("access_grants")
    .select(({ fn }) => fn.min<Date | null>("granted_at").as("at"))
    .where("user_id", "=", userId)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("product_id", "=", courseId),
        eb(
          "product_id",
          "in",
          selectFrom("course_lessons").select("video_id").where("course_id", "=", courseId),
        ),
      ]),
    )
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Adds to a declared certificate that the person has what was watched. Returns false if there is nothing to add. */
export async function insertCertificate(
  db: Db,
  certificate: Owner & {
    code: string;
    name: string;
    courseTitle: string;
    seconds: number;
    finishedAt: Date;
    watchedSeconds: number;
    begunAt: Date;
    programme: readonly ProgrammeLesson[];
    now: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("certificates")
    .values({
      code: certificate.code,
      user_id: certificate.userId,
      course_id: certificate.courseId,
      name: certificate.name,
      course_title: certificate.courseTitle,
      seconds: certificate.seconds,
      finished_at: certificate.finishedAt,
      issued_at: certificate.now,
      declared: false,
      watched_seconds: certificate.watchedSeconds,
      begun_at: certificate.begunAt,
      programme: JSON.stringify(certificate.programme),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "course_id"])
        .doUpdateSet(({ ref }) => ({
          declared: false,
          watched_seconds: ref("excluded.watched_seconds"),
          begun_at: ref("excluded.begun_at"),
          programme: ref("excluded.programme"),
        }))
        .where("certificates.declared", "=", true),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns whether the person has a valid certificate. */
export async function setFirstDay(
  db: Db,
  { userId, courseId, hides }: Owner & { hides: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("certificates")
    .set({ hides_first_day: hides })
    .where("user_id", "=", userId)
    .where("course_id", "=", courseId)
    .where(isValid)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether the name was corrected. */
export async function correctName(
  db: Db,
  { userId, courseId, name, now }: Owner & { name: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("certificates")
    .set({ name, corrected_at: now })
    .where("user_id", "=", userId)
    .where("course_id", "=", courseId)
    // As `mayCorrectName`, in one statement: of two corrections at once one succeeds.
    .where("corrected_at", "is", null)
    .where(isValid)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
