import { randomBytes } from "node:crypto";
import { z } from "zod";
import { text } from "~/features/accounts/accounts/account-forms";
import { decideCourseProgress } from "~/features/playback/lessons/course-progress";
import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import { type FormProblem, parseFields } from "~/platform/forms/forms.server";
import type { Services } from "~/platform/services";
import { codeLength, makeCertificateCode } from "./certificate-code";
import {
  correctName,
  findCertifyingCourse,
  findOwnCertificate,
  insertCertificate,
  type Owner,
} from "./certificates.queries.server";

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
 * Issues a person's certificate of a course that they completed, or corrects its name. Issuing again changes nothing:
 * what it says is kept from the first time.
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
  const { finishedAt, seconds } = await findCompletion(db, owner);
  if (!finishedAt) return { ok: false, error: "unfinished" };
  // Another server's clock may be ahead.
  const finished = new Date(Math.min(finishedAt.getTime(), now.getTime()));
  const code = makeCertificateCode(randomBytes(codeLength));
  const issued = { code, name, courseTitle: course.title, seconds, finishedAt: finished, now };
  await insertCertificate(db, { ...owner, ...issued });
  return { ok: true, done: "issued" };
}

/** Returns when a person completed a course, and the length of the lessons that they completed, in seconds. */
export async function findCompletion(db: Services["db"], { userId, courseId }: Owner) {
  const lessons = await listLessons(db, { courseId, viewerId: userId, keepsRemoved: true });
  const progress = decideCourseProgress(
    lessons.map(({ added_at, done_at }) => ({ addedAt: added_at, doneAt: done_at })),
  );
  const seconds = lessons.reduce((sum, row) => sum + (row.done_at ? (row.duration_seconds ?? 0) : 0), 0);
  return { ...progress, seconds };
}
