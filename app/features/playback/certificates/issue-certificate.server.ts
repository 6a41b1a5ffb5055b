import { randomBytes } from "node:crypto";
import { z } from "zod";
import { text } from "~/features/accounts/accounts/account-forms";
import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import { type FormProblem, parseFields } from "~/platform/forms/forms.server";
import type { Services } from "~/platform/services";
import { codeLength, isDeclared, makeCertificateCode } from "./certificate-rules";
import {
  correctName,
  findCertifyingCourse,
  findFirstAccess,
  findOwnCertificate,
  insertCertificate,
  type Owner,
} from "./certificates.queries.server";
import { decideCourseProgress } from "./course-progress";

const nameForm = z.object({ fullName: text(200) });

export type CertificateOutcome =
  | { ok: true; done: "issued" | "corrected" }
  /**
   * `notFound`: no course that gives certificates, or no certificate to correct. `unfinished`: lessons are missing.
   * `notAgain`: the name was corrected before.
   */
  | { ok: false; error: "notFound" | "unfinished" | "notAgain" }
  | { ok: false; error: "form"; problem: FormProblem };

/**
 * Issues a person's certificate of a course that they completed, or corrects its name. What it says is kept from the
 * first time; issuing again only removes that the completion is declared, once the lessons were watched.
 */
export async function issueOrCorrectCertificate(
  { db, clock }: Pick<Services, "db" | "clock">,
  owner: Owner,
  fields: Record<string, string>,
): Promise<CertificateOutcome> {
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
  const { finishedAt, seconds, declared } = await findCompletion(db, owner, now);
  if (!finishedAt) return { ok: false, error: "unfinished" };
  // Another server's clock may be ahead.
  const finished = new Date(Math.min(finishedAt.getTime(), now.getTime()));
  const code = makeCertificateCode(randomBytes(codeLength));
  const issued = { code, name, courseTitle: course.title, seconds, finishedAt: finished, declared, now };
  await insertCertificate(db, { ...owner, ...issued });
  return { ok: true, done: "issued" };
}

/**
 * Returns when a person completed a course, the length of the lessons that they completed, in seconds, and whether they
 * only declared it (`isDeclared`).
 */
export async function findCompletion(db: Services["db"], { userId, courseId }: Owner, now: Date) {
  const [lessons, firstAccess] = await Promise.all([
    listLessons(db, { courseId, viewerId: userId, keepsRemoved: true }),
    findFirstAccess(db, { userId, courseId }),
  ]);
  const progress = decideCourseProgress(
    lessons.map(({ added_at, reached_at }) => ({ addedAt: added_at, doneAt: reached_at })),
  );
  const seconds = lessons.reduce((sum, row) => sum + (row.reached_at ? (row.duration_seconds ?? 0) : 0), 0);
  const { finishedAt } = progress;
  const counted = lessons.filter(({ added_at }) => finishedAt !== null && added_at <= finishedAt);
  const declared = isDeclared(
    counted.map((row) => ({ seconds: row.duration_seconds, watchedSeconds: row.reached_seconds ?? 0 })),
    { firstAccess, now },
  );
  return { ...progress, seconds, declared };
}
