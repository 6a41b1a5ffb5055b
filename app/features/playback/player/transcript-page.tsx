import { clockMoment } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink, PrintButton } from "~/ui/button";
import { Link } from "~/ui/link";
import { BackLink } from "~/ui/page-frame/page-header";
import type { LessonTranscript, TranscriptView } from "./show-transcript.server";

/** Of a lesson, or of the whole course. `file`: as PDF. */
export function transcriptPath(
  videoId: string,
  { courseId, file }: { courseId?: string | undefined; file?: true } = {},
) {
  return `/watch/${videoId}/transcript${file ? ".pdf" : ""}${courseId ? `?course=${courseId}` : ""}`;
}

export function TranscriptPage({ title, videoId, courseId, course, lessons }: TranscriptView) {
  const t = useText();
  const linkTo = useLinkTo();
  const query = course ? `?course=${course.id}` : "";
  return (
    <>
      <BackLink {...linkTo(`/watch/${videoId}${query}`)} className="print:hidden">
        {t("player.transcriptBack")}
      </BackLink>
      <h1 className="mt-3 text-3xl break-words sm:text-4xl">{title}</h1>
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        <ButtonLink
          {...linkTo(transcriptPath(videoId, { courseId, file: true }))}
          reloadDocument
          variant="secondary"
          size="small"
        >
          {t("player.transcriptPdf")}
        </ButtonLink>
        <PrintButton>{t("player.transcriptPrint")}</PrintButton>
        {course && (
          <ButtonLink
            {...linkTo(transcriptPath(videoId, { courseId: courseId ? undefined : course.id }))}
            variant="quiet"
            size="small"
          >
            {t(courseId ? "player.transcriptOfLesson" : "player.transcriptOfCourse")}
          </ButtonLink>
        )}
      </div>
      {lessons.map((lesson) => (
        <Lesson key={lesson.videoId} lesson={lesson} courseId={course?.id} named={courseId !== undefined} />
      ))}
    </>
  );
}

interface LessonProps {
  lesson: LessonTranscript;
  courseId: string | undefined;
  named: boolean;
}

function Lesson({ lesson: { videoId, title, language, parts }, courseId, named }: LessonProps) {
  const linkTo = useLinkTo();
  const Heading = named ? "h3" : "h2";
  const course = courseId ? `course=${courseId}&` : "";
  return (
    <section className="mt-8 max-w-prose text-lg leading-relaxed" lang={language}>
      {named && <h2 className="text-2xl break-words">{title}</h2>}
      {parts.map((part) => (
        <div key={part.seconds} className="mt-6">
          {part.title && <Heading className="text-xl break-words">{part.title}</Heading>}
          {part.paragraphs.map(({ seconds, text }) => (
            <p key={`${seconds}-${text.length}`} className="mt-3 [overflow-wrap:anywhere]">
              <Link
                {...linkTo(`/watch/${videoId}?${course}t=${seconds}#player`)}
                className="mr-2 inline-flex min-h-6 items-center text-sm font-semibold text-forest-ink tabular-nums underline-offset-4 hover:underline print:text-ink"
              >
                {clockMoment(seconds)}
              </Link>
              {text}
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}
