import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { ShopFooter } from "~/features/base/accounts/shop-footer";
import { countLibrary } from "~/features/playback/library/library.queries.server";
import { readLibraryFilters } from "~/features/playback/library/library-filters";
import { LibraryHead } from "~/features/playback/library/library-head";
import { ShopHeader } from "~/features/shop/catalog/account-links";
import { changeSaved, showSaved } from "~/features/shop/catalog/save-video.server";
import { SavedInCoursesList } from "~/features/shop/catalog/saved-in-courses";
import { SearchBelow } from "~/features/shop/catalog/search-field";
import { videoPath } from "~/features/videos/listing/video-address";
import { VideoCard, videoTitleId } from "~/features/videos/pictures/video-card";
import { VideoGrid } from "~/features/videos/pictures/video-grid";
import { LearningTexts } from "~/i18n/learning-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { TextLink } from "~/ui/link";
import { Container } from "~/ui/page-frame/container";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "saved"),
  { name: "robots", content: "noindex" },
];

/** Of the account, or of a signed-out browser. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = (await currentViewer(context, request)) ?? undefined;
  const { db, clock } = context.services;
  const [shown, counted] = await Promise.all([
    showSaved(context.services, request, viewer, decideLocale(new URL(request.url))),
    viewer && countLibrary(db, { consumerId: viewer.userId, now: clock() }),
  ]);
  const counts = counted && Object.fromEntries(counted.map((row) => [row.group_name, row.number]));
  return { ...shown, counts };
}

/** A script stays on the video's page; a plain form leads to the saved videos. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = (await currentViewer(context, request)) ?? undefined;
  const { intent, productId } = await readForm(request);
  const videoId = parseId(productId);
  if ((intent !== "save" && intent !== "drop") || !videoId) throw new Response(null, { status: 400 });
  const drop = intent === "drop";
  const changed = await changeSaved(context.services, request, { videoId, drop, userId: viewer?.userId });
  if (!changed.ok && changed.error === "notFound") throw new Response(null, { status: 404 });
  if (!changed.ok) {
    const flash = { tone: "error", title: "saved.full", description: "saved.fullText" } as const;
    return goTo("/saved", { request, context, flash });
  }
  const { video, cookie } = changed;
  const path = video && !drop && context.isDataRequest ? videoPath(video) : "/saved";
  const flash = { tone: "success", title: drop ? "saved.dropped" : "saved.saved" } as const;
  return goTo(path, { request, context, flash, cookies: cookie ? [cookie] : [] });
}

export default function Saved() {
  return (
    <LearningTexts>
      <Content />
    </LearningTexts>
  );
}

function Content() {
  const { videos, inCourses, counts } = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader search />
      <main id="main">
        <Container className="py-6 sm:py-10">
          {counts ? (
            <>
              <LibraryHead filters={readLibraryFilters(new URLSearchParams())} counts={counts} isSaved />
              <h2 className="mt-8 text-2xl sm:text-[1.75rem]">{t("saved.title")}</h2>
              <p className="mt-1 mb-6 text-ink-soft">{t("saved.inAccount")}</p>
            </>
          ) : (
            <PageHeader
              title={t("saved.title")}
              description={
                <>
                  {t("saved.inBrowser")}{" "}
                  <TextLink {...linkTo("/consumer-login?redirectTo=%2Fsaved")}>{t("saved.logIn")}</TextLink>
                </>
              }
              className="mb-8"
            />
          )}
          {videos.length + inCourses.length === 0 ? (
            <EmptyState
              title={t("saved.none")}
              description={t("saved.noneText")}
              action={<ButtonLink {...linkTo("/marketplace")}>{t("saved.toVideos")}</ButtonLink>}
            />
          ) : (
            <VideoGrid>
              {videos.map((video) => (
                <li key={video.id}>
                  <VideoCard
                    video={video}
                    creator={video}
                    owned={video.step === "bought" || video.step === "own"}
                  >
                    <Form method="post" action={linkTo("/saved").to} preventScrollReset>
                      <input type="hidden" name="productId" value={video.id} />
                      <Button
                        name="intent"
                        value="drop"
                        variant="secondary"
                        size="small"
                        aria-describedby={videoTitleId(video.id)}
                        className="w-full"
                      >
                        {t("saved.drop")}
                      </Button>
                    </Form>
                  </VideoCard>
                </li>
              ))}
            </VideoGrid>
          )}
          <SavedInCoursesList videos={inCourses} />
        </Container>
      </main>
      <SearchBelow />
      <ShopFooter />
    </div>
  );
}
