import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { QuestionsPage, QuestionTexts } from "~/features/shop/reviews/questions-section";
import { pageAfterForm, questionsPath } from "~/features/shop/reviews/questions-view";
import { showQuestionAlone, showQuestions } from "~/features/shop/reviews/show-questions.server";
import {
  findAskedProduct,
  type Lesson,
  takeQuestionForm,
} from "~/features/shop/reviews/take-question-form.server";
import { decideLocale } from "~/i18n/page-language";
import { ShopTexts } from "~/i18n/shop-texts";
import { currentViewer } from "~/platform/context.server";
import { readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireViewer } from "~/server/guards.server";

export const headers = retryAfterHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded ? `${loaded.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

async function requireProduct(
  { services: { db } }: LoaderFunctionArgs["context"],
  viewer: { userId: string } | undefined,
  rawId: string | undefined,
): Promise<Lesson> {
  const product = await findAskedProduct(db, viewer, rawId);
  if (!product) throw new Response(null, { status: 404 });
  return product;
}

/** A page of questions or one alone; also shows the errors of a form. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = (await currentViewer(context, request)) ?? undefined;
  const product = await requireProduct(context, viewer, params.videoId);
  const url = new URL(request.url);
  const questionId = parseId(url.searchParams.get("question") ?? undefined);
  const { clock, db } = context.services;
  const questionsQuery = {
    videoId: product.id,
    beforePurchase: true,
    viewing: { viewerId: viewer?.userId ?? null, role: viewer ? product.role : ("anonymous" as const) },
    locale: decideLocale(url),
    after: parseCursor(url.searchParams.get("after")),
    now: clock(),
  };
  const shown = questionId
    ? await showQuestionAlone(db, { ...questionsQuery, questionId })
    : await showQuestions(db, questionsQuery);
  if (!shown) throw new Response(null, { status: 404 });
  const { title, isOwned } = product;
  return { title, isOwned, isAlone: questionId !== undefined, shown };
}

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "questions.loginToAsk" } as const;

/** The contract calls a question `askId` and leaves out the intent of a new one (design.md, section 8). */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({
    request,
    context,
    flash: loginFirst,
    backTo: questionsPath(params.videoId ?? "", true),
  });
  const { services } = context;
  const lesson = await requireProduct(context, viewer, params.videoId);
  const { askId = "", intent = "ask", ...sent } = await readForm(request);
  const fields = { ...sent, intent, questionId: askId };
  const by = actorOf(context, request, viewer);
  const taken = await takeQuestionForm(services, { lesson, fields, by });
  if (!taken.ok) {
    if (taken.error === "tooMany")
      return refuseTooMany(context, fields, taken.retryAfterSeconds, "questions.tooMany");
    if (taken.error === "invalid") return refuse(taken.problem);
    throw new Response(null, { status: taken.error === "notFound" ? 404 : 400 });
  }
  const title = taken.done === "asked" ? "questions.askedBefore" : (`questions.done.${taken.done}` as const);
  const flash = { tone: "success", title } as const;
  return goTo(pageAfterForm(lesson, sent.back), { request, context, flash });
}

export default function Asks() {
  return (
    <ShopTexts>
      <QuestionTexts>
        <Screen />
      </QuestionTexts>
    </ShopTexts>
  );
}

function Screen() {
  const result = useActionResult(useActionData<typeof action>());
  return <QuestionsPage {...useLoaderData<typeof loader>()} result={result} />;
}
