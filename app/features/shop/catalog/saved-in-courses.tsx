import { Form } from "@remix-run/react";
import { RowCover } from "~/features/videos/pictures/video-card";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";

/** A saved video that is now sold only in courses. */
export interface SavedInCourses {
  id: string;
  title: string;
  thumbnailUrl: string | null;
  /** The viewer may watch it. */
  isOwned: boolean;
  courses: { path: string; text: string }[];
}

export function SavedInCoursesList({ videos }: { videos: readonly SavedInCourses[] }) {
  const t = useText();
  const linkTo = useLinkTo();
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="in-courses" className="mt-10 sm:mt-14">
      <h2 id="in-courses" className="text-2xl sm:text-[1.75rem]">
        {t("saved.inCourses")}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{t("saved.inCoursesText")}</p>
      <ul className="divide-y divide-line border-y border-line">
        {videos.map((video) => (
          <li key={video.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
            <div className="grid min-w-0 flex-1 basis-72 grid-cols-[min(8rem,36%)_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-5">
              <RowCover src={video.thumbnailUrl} />
              <div className="min-w-0">
                <h3 id={`in-courses-${video.id}`} className="row-title break-words">
                  {video.title}
                </h3>
                {video.isOwned ? (
                  <TextLink {...linkTo(`/watch/${video.id}`)}>{t("saved.watch")}</TextLink>
                ) : (
                  video.courses.map(({ path, text }) => (
                    <TextLink key={path} {...linkTo(path)} className="break-words">
                      {text}
                    </TextLink>
                  ))
                )}
              </div>
            </div>
            <Form method="post" action={linkTo("/saved").to} preventScrollReset className="max-sm:w-full">
              <input type="hidden" name="productId" value={video.id} />
              <Button
                name="intent"
                value="drop"
                variant="secondary"
                size="small"
                aria-describedby={`in-courses-${video.id}`}
                className="max-sm:w-full"
              >
                {t("saved.drop")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
