import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { actorOf } from "~/features/base/audit/actor.server";
import { parseId } from "~/features/base/form-fields/record-id";
import { moderatePost, showModeratedPosts } from "~/features/shop/questions/moderate-post.server";
import { hideForm, parseModerationStep } from "~/features/shop/reviews/moderation-form";
import { ModerationItem } from "~/features/shop/reviews/moderation-item";
import { ModerationTabs } from "~/features/shop/reviews/moderation-tabs";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { refuse } from "~/platform/forms/action-result.server";
import { parseFields, readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { requireAdmin } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("adminReviews");

const path = "/admin/questions";

function readList(request: Request) {
  const params = new URL(request.url).searchParams;
  return { list: params.get("list") === "hidden" ? "hidden" : "reported", params } as const;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { list, params } = readList(request);
  const after = parseCursor(params.get("after"));
  return { list, isFirst: !after, ...(await showModeratedPosts(context.services.db, { list, after })) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { list } = readList(request);
  const fields = await readForm(request);
  const step = parseModerationStep(fields.intent);
  const postId = parseId(fields.questionId);
  if (!step) throw new Response(null, { status: 400 });
  if (!postId) throw new Response(null, { status: 404 });
  const form = parseFields(hideForm, step === "hide" ? fields : { reason: "-" });
  if (!form.ok) return refuse({ ...form.problem, values: fields });
  const reason = step === "hide" ? form.value.reason : "";
  const by = actorOf(context, request, viewer);
  const done = await moderatePost(context.services, { postId, step, reason, by });
  if (!done.ok) throw new Response(null, { status: 404 });
  if (done.changed && step !== "keep")
    noteSecurity(context, step === "hide" ? "questionHidden" : "questionShown", {
      by: viewer.userId,
      questionId: postId,
    });
  const flash = { tone: "success", title: `moderation.questions.done.${step}` } as const;
  return goTo(list === "hidden" ? `${path}?list=hidden` : path, { request, context, flash });
}

/** Questions and answers that were reported, or that are hidden, and what an administrator decides. */
export default function ModeratedQuestions() {
  const { list, isFirst, posts, next } = useLoaderData<typeof loader>();
  const { errorOf, typedIn } = useActionResult(useActionData<typeof action>());
  const t = useText();
  const query = list === "hidden" ? "list=hidden&" : "";
  return (
    <>
      <PageHeader
        title={t("moderation.questions.title")}
        description={t("moderation.questions.text")}
        className="mb-6"
      />
      <ModerationTabs kind="questions" list={list} />
      <div className="mt-6">
        {posts.length === 0 ? (
          <EmptyState
            icon="info"
            title={t(list === "hidden" ? "moderation.questions.noneHidden" : "moderation.questions.none")}
          />
        ) : (
          <Card>
            <ul className="divide-y divide-line">
              {posts.map((post) => (
                <ModerationItem
                  key={post.id}
                  review={post}
                  field="questionId"
                  problem={
                    typedIn("questionId") === post.id
                      ? { error: errorOf("reason"), typed: typedIn("reason") ?? "" }
                      : undefined
                  }
                />
              ))}
            </ul>
          </Card>
        )}
      </div>
      {(next || !isFirst) && (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {!isFirst && (
            <ButtonLink to={`${path}?${query}`} variant="quiet">
              {t("moderation.first")}
            </ButtonLink>
          )}
          {next && (
            <ButtonLink to={`${path}?${query}after=${next}`} variant="secondary">
              {t("moderation.more")}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}
