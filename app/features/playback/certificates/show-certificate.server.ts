import { brandName } from "~/brand";
import { findFullName } from "~/features/base/accounts/accounts.queries.server";
import type { PdfBlock, PdfHead, SheetMark } from "~/features/base/documents/pdf-document";
import { shortDuration } from "~/features/videos/listing/duration";
import { formatDay } from "~/i18n/dates";
import { dayOf } from "~/i18n/days";
import { serverTexts } from "~/i18n/i18next.server";
import { type Locale, languages } from "~/i18n/languages";
import { companyOf, nameCompany } from "~/platform/company";
import type { Services } from "~/platform/services";
import { addressKey, type LimitRule } from "~/platform/try-counter.server";
import {
  certificatePath,
  linkedInPath,
  listProgramme,
  mayCorrectName,
  readCertificateCode,
  writeCertificateCode,
} from "./certificate-rules";
import {
  type CertificateRow,
  findCertificate,
  findCertificateOfSale,
  findCertifyingCourse,
  findOwnCertificate,
  type Owner,
} from "./certificates.queries.server";
import { drawCertificate } from "./draw-certificate.server";
import { findCompletion } from "./issue-certificate.server";

/** In the language of the page, for its owner, the public page and the document. */
export interface CertificateView {
  name: string;
  course: string;
  congratulations: string;
  code: string;
  path: string;
  facts: (readonly [name: string, value: string])[];
  note: string;
  sheet: SheetMark[];
  linkedIn: string;
  hidesFirstDay: boolean;
}

interface DisplaySettings {
  locale: Locale;
  env: Services["env"];
}

/** The sheet has room for so many lines; the pages show all. */
const programmeLines = 7;

/** Room for a name beside another, in characters. */
const longestLine = 42;

const cut = (text: string, length = longestLine) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

function showCertificate(row: CertificateRow, { locale, env }: DisplaySettings): CertificateView {
  const t = serverTexts[locale];
  const { name, course_title: course, declared, seconds, watched_seconds: watched } = row;
  const code = writeCertificateCode(row.code);
  const path = certificatePath(row.code);
  const lines = listProgramme(row.programme ?? []);
  const number = (lessons: number) => (lessons > 0 ? t("certificate.lessons", { count: lessons }) : "");
  const last = formatDay(row.finished_at, locale);
  const first = row.begun_at && !row.hides_first_day ? formatDay(row.begun_at, locale) : last;
  const days = first === last ? last : t("certificate.days", { first, last });
  const all = seconds > 0 ? shortDuration(seconds) : "";
  const company = nameCompany(companyOf(env), brandName);
  const count = row.programme?.length ?? 0;
  const sheet = drawCertificate({
    title: t("certificate.title"),
    name,
    course,
    completed: declared
      ? t("certificate.declared")
      : count > 0
        ? t("certificate.completedLessons", { count })
        : t("certificate.completed"),
    time: watched
      ? [
          { text: `${t("certificate.watchedBefore")} ` },
          { text: shortDuration(watched), bold: true },
          { text: watched <= seconds ? ` ${t("certificate.watchedAfter", { all })}` : "" },
        ]
      : [{ text: all && t("certificate.ofLessons", { all }) }],
    programme: {
      title: t("certificate.programme"),
      lines: [
        ...lines
          .slice(0, lines.length > programmeLines ? programmeLines - 1 : programmeLines)
          .map((line) => [cut(line.title), number(line.lessons)] as const),
        ...(lines.length > programmeLines
          ? [[t("certificate.programmeMore", { count: lines.length - programmeLines + 1 }), ""] as const]
          : []),
      ],
    },
    by: [cut(row.creator_name, 30), t("certificate.byLabel")],
    days: [days, t(first === last ? "certificate.dayLabel" : "certificate.daysLabel")],
    code: code.replaceAll("-", " "),
    place: `${new URL(env.APP_URL).host}/certificates`,
    url: env.APP_URL + path,
    company: `${cut(company, 150)}.`,
    note: t("certificate.note"),
  });
  return {
    name,
    course,
    congratulations: watched
      ? t("certificate.congratulations", {
          count,
          name: name.split(" ")[0] ?? "",
          watched: shortDuration(watched),
        })
      : name,
    code,
    path,
    sheet,
    note: t("certificate.note"),
    hidesFirstDay: row.hides_first_day,
    linkedIn: linkedInPath({
      course,
      organization: brandName,
      issued: dayOf(row.finished_at).split("-"),
      url: env.APP_URL + path,
      code,
    }),
    facts: [
      [t("certificate.by"), row.creator_name] as const,
      ...(watched ? [[t("certificate.watched"), shortDuration(watched)] as const] : []),
      // Lengths of videos on other sites may be unknown.
      ...(all ? [[t("certificate.hours"), all] as const] : []),
      [t(first === last ? "certificate.date" : "certificate.between"), days] as const,
      [
        t("certificate.basis"),
        t(declared ? "certificate.basisDeclared" : "certificate.basisWatched"),
      ] as const,
      ...(lines.length > 0
        ? [
            [
              t("certificate.programme"),
              lines.map((line) => [line.title, number(line.lessons)].filter(Boolean).join(", ")).join("; "),
            ] as const,
          ]
        : []),
      [t("certificate.company"), company] as const,
      [t("certificate.code"), code] as const,
    ],
  };
}

export function describeCertificate(
  { sheet }: CertificateView,
  { locale, env }: DisplaySettings,
): { head: PdfHead; blocks: PdfBlock[] } {
  const t = serverTexts[locale];
  return {
    head: {
      title: t("certificate.title"),
      language: languages[locale].tag,
      issuer: companyOf(env).name ?? brandName,
      pageLabel: t("receipt.page"),
      isSheet: true,
    },
    blocks: [{ kind: "marks", marks: sheet }],
  };
}

/** A company or a school may share one address. */
export const certificateProofLimit: LimitRule = { name: "certificate", tries: 60, seconds: 60 };

type Proof =
  | { state: "valid"; certificate: CertificateView }
  /** `ended`: says nothing about the person, who no longer has the course. */
  | { state: "ended" | "unknown" }
  | { state: "tooMany"; retryAfterSeconds: number };

export async function proveCertificate(
  { db, rateLimits, env }: Pick<Services, "db" | "rateLimits" | "env">,
  typed: string | undefined,
  { clientAddress, locale }: { clientAddress: string; locale: Locale },
): Promise<Proof> {
  const code = readCertificateCode(typed);
  if (!code) return { state: "unknown" };
  const taken = await rateLimits.take(certificateProofLimit, addressKey(clientAddress));
  if (!taken.ok) return { state: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const certificate = await findCertificate(db, code);
  if (!certificate) return { state: "unknown" };
  return certificate.is_valid
    ? { state: "valid", certificate: showCertificate(certificate, { locale, env }) }
    : { state: "ended" };
}

export type OwnCertificateView =
  /** `mayConfirm`: it is declared, and the lessons were watched since. */
  | {
      state: "issued";
      certificate: CertificateView;
      mayCorrect: boolean;
      mayConfirm: boolean;
      declared: boolean;
    }
  | { state: "ready"; course: string; name: string; lessons: number; watched: string }
  /** `missing`: the first lessons not completed or not watched for 80 %. */
  | {
      state: "unfinished";
      course: string;
      done: number;
      all: number;
      missing: { id: string; title: string }[];
    };

const missingShown = 5;

/** Undefined where the person gets no certificate. */
export async function showOwnCertificate(
  { db, env, clock }: Pick<Services, "db" | "env" | "clock">,
  owner: Owner,
  locale: Locale,
): Promise<OwnCertificateView | undefined> {
  const [issued, now] = [await findOwnCertificate(db, owner), clock()];
  if (issued) {
    const mayCorrect = mayCorrectName({ isValid: true, correctedAt: issued.corrected_at });
    const completion = issued.declared ? await findCompletion(db, owner, now) : undefined;
    const mayConfirm = completion?.finishedAt !== null && completion?.declared === false;
    return {
      state: "issued",
      certificate: showCertificate(issued, { locale, env }),
      mayCorrect,
      mayConfirm,
      declared: issued.declared && !mayConfirm,
    };
  }
  const course = await findCertifyingCourse(db, owner);
  if (!course) return undefined;
  const [completion, name] = await Promise.all([
    findCompletion(db, owner, now),
    findFullName(db, owner.userId),
  ]);
  const { finishedAt, done, all, declared, missing, watched } = completion;
  if (!finishedAt || declared)
    return { state: "unfinished", course: course.title, done, all, missing: missing.slice(0, missingShown) };
  return {
    state: "ready",
    course: course.title,
    name: name ?? "",
    lessons: watched.programme.length,
    watched: shortDuration(watched.watchedSeconds),
  };
}

export async function findIssuedCertificate(
  { db, env }: Pick<Services, "db" | "env">,
  { userId, ...product }: { userId: string } & ({ courseId: string } | { saleId: string }),
  locale: Locale,
): Promise<CertificateView | undefined> {
  const certificate =
    "courseId" in product
      ? await findOwnCertificate(db, { userId, ...product })
      : await findCertificateOfSale(db, { userId, ...product });
  return certificate && showCertificate(certificate, { locale, env });
}
