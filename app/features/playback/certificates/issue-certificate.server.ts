import { randomBytes } from "node:crypto";
import { z } from "zod";
import { text } from "~/features/base/accounts/account-forms";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import { isDrawable } from "~/features/videos/pictures/text-paths.server";
import { type FormProblem, parseFields } from "~/platform/forms/forms.server";
import type { Services } from "~/platform/services";
import { codeLength, isDeclared, isWatched, makeCertificateCode } from "./certificate-rules";
import {
  correctName,
  findCertifyingCourse,
  findFirstAccess,
  findOwnCertificate,
  insertCertificate,
  type Owner,
  setFirstDay,
} from "./certificates.queries.server";
import { postCertificateMail } from "./course-mails.server";
import { decideCourseProgress } from "./course-progress";

const nameForm = z.object({
  // The sheet would leave out characters that its typeface lacks.
  fullName: text(200).refine(isDrawable, fieldMessage("certificate.nameLetters")),
});

type CertificateOutcome =
  | { ok: true; done: "issued" | "corrected" | "daysSaved" }
  /** `notFound`: no certifying course, or no certificate to change. `unfinished`: lessons were not watched. */
  | { ok: false; error: "notFound" | "unfinished" | "notAgain" }
  | { ok: false; error: "form"; problem: FormProblem };

/** Issues a certificate, corrects its name or hides its first day. Issuing again only changes a declared one. */
export async function issueOrCorrectCertificate(
  { db, clock }: Pick<Services, "db" | "clock">,
  owner: Owner,
  fields: Record<string, string>,
): Promise<CertificateOutcome> {
  if (fields.intent === "days") {
    const changed = await setFirstDay(db, { ...owner, hides: fields.hidesFirstDay === "1" });
    return changed ? { ok: true, done: "daysSaved" } : { ok: false, error: "notFound" };
  }
  const form = parseFields(nameForm, fields);
  if (!form.ok) return { ok: false, error: "form", problem: form.problem };
  const name = form.value.fullName;
  const now = clock();
  if (fields.intent === "correct") {
    if (await correctName(db, { ...owner, name, now })) return { ok: true, done: "corrected" };
    return { ok: false, error: (await findOwnCertificate(db, owner)) ? "notAgain" : "notFound" };
  }
  const course = await findCertifyingCourse(db, owner);
  if (!course) return { ok: false, error: "notFound" };
  const { finishedAt, declared, watched } = await findCompletion(db, owner, now);
  if (!finishedAt || declared) return { ok: false, error: "unfinished" };
  // Another server's clock may be ahead.
  const finished = new Date(Math.min(finishedAt.getTime(), now.getTime()));
  const code = makeCertificateCode(randomBytes(codeLength));
  const begunAt = new Date(Math.min(watched.begunAt.getTime(), finished.getTime()));
  const issued = { ...watched, begunAt, code, name, courseTitle: course.title, finishedAt: finished, now };
  await db.transaction().execute(async (trx) => {
    if (await insertCertificate(trx, { ...owner, ...issued })) await postCertificateMail(trx, owner);
  });
  return { ok: true, done: "issued" };
}

/**
 * Returns when a person completed a course, whether they only declared it, the lessons still missing, and what the
 * certificate says of the others, in seconds.
 */
export async function findCompletion(db: Services["db"], { userId, courseId }: Owner, now: Date) {
  const [lessons, firstAccess] = await Promise.all([
    listLessons(db, { courseId, viewerId: userId, keepsRemoved: true }),
    findFirstAccess(db, { userId, courseId }),
  ]);
  const progress = decideCourseProgress(
    lessons.map(({ added_at, reached_at }) => ({ addedAt: added_at, doneAt: reached_at })),
  );
  const { finishedAt } = progress;
  const counted = lessons.filter(({ added_at }) => finishedAt !== null && added_at <= finishedAt);
  const declared = isDeclared(counted.map(toCertified), { firstAccess, now });
  const missing = lessons
    .filter((row) => !row.reached_at || !isWatched(toCertified(row)))
    .map(({ id, title }) => ({ id, title }));
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  const watched = {
    seconds: sum(counted.map((row) => row.duration_seconds ?? 0)),
    watchedSeconds: sum(
      counted.map((row) =>
        Math.min(row.reached_seconds ?? 0, row.duration_seconds ?? Number.POSITIVE_INFINITY),
      ),
    ),
    begunAt: new Date(
      Math.min(now.getTime(), ...counted.map((row) => row.begun_at?.getTime() ?? now.getTime())),
    ),
    programme: counted.map(({ section, title }) => ({ section, title })),
  };
  return { ...progress, declared, missing, watched };
}

function toCertified(row: { duration_seconds: number | null; reached_seconds: number | null }) {
  return { seconds: row.duration_seconds, watchedSeconds: row.reached_seconds ?? 0 };
}
