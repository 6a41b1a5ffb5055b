import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { QuestionItem } from "~/features/shop/reviews/question-item";
import { questionsSectionId } from "~/features/shop/reviews/questions-view";
import { showInbox } from "~/features/shop/reviews/show-questions.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { requireCreator } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";
import { Tabs } from "~/ui/tabs";

export const meta: MetaFunction = (page) => creatorTitle(page, "questions");

const path = "/creator/questions";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const url = new URL(request.url);
  const onlyOpen = url.searchParams.get("open") === "1";
  const after = url.searchParams.get("after");
  const query = { creatorId, onlyOpen, after, locale: decideLocale(url) };
  return { onlyOpen, ...(await showInbox(context.services.db, query)) };
}

export default function QuestionInbox() {
  const { onlyOpen, questions, next, isFirst } = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  const forms = { back: "inbox", pending: undefined, problem: undefined } as const;
  const list = onlyOpen ? `${path}?open=1` : path;
  return (
    <>
      <PageHeader
        title={t("questions.inbox.title")}
        actions={
          <ButtonLink {...linkTo("/creator/announcements")} variant="secondary">
            {t("announcements.title")}
          </ButtonLink>
        }
        className="mb-6"
      />
      <Tabs
        label={t("questions.inbox.lists")}
        items={[
          { to: linkTo(path).to, label: t("questions.inbox.everything"), current: !onlyOpen },
          { to: linkTo(`${path}?open=1`).to, label: t("questions.inbox.open"), current: onlyOpen },
        ]}
      />
      <div className="mt-6">
        {questions.length === 0 ? (
          <EmptyState
            icon="info"
            title={t(onlyOpen ? "questions.inbox.noneOpen" : "questions.inbox.none")}
            description={t(onlyOpen ? "questions.inbox.noneOpenText" : "questions.inbox.noneText")}
          />
        ) : (
          <Card className="px-5 sm:px-6">
            <ul className="[&>li:first-child]:border-t-0">
              {questions.map(({ videoId, videoTitle, question }) => (
                <QuestionItem
                  key={question.id}
                  videoId={videoId}
                  question={question}
                  forms={forms}
                  viewer="owner"
                  above={<LessonLink videoId={videoId} videoTitle={videoTitle} question={question} />}
                />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <PageLinks
        first={!isFirst ? { ...linkTo(list), label: t("questions.first") } : undefined}
        next={
          next
            ? { ...linkTo(`${list}${onlyOpen ? "&" : "?"}after=${next}`), label: t("questions.more") }
            : undefined
        }
      />
    </>
  );
}

/** To the lesson at the question's second, or to the sales page. */
function LessonLink({
  videoId,
  videoTitle,
  question: { second, beforePurchase },
}: {
  videoId: string;
  videoTitle: string;
  question: { second: number | null; beforePurchase: boolean };
}) {
  const linkTo = useLinkTo();
  const lesson = `/watch/${videoId}${second === null ? "" : `?t=${second}`}`;
  return (
    <Link
      {...linkTo(beforePurchase ? `/videos/${videoId}#${questionsSectionId}` : lesson)}
      className="inline-flex min-h-11 min-w-0 items-center text-sm font-semibold break-words text-forest-ink underline underline-offset-4"
    >
      {videoTitle}
    </Link>
  );
}
