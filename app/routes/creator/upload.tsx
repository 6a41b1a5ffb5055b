import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyUploads } from "~/features/base/accounts/try-limits.server";
import { findCeilingFacts } from "~/features/studio/uploads/new-video.queries.server";
import { beginFromForm, publishFromForm } from "~/features/studio/uploads/publish-from-form.server";
import { PublishFailed } from "~/features/studio/uploads/record-video.server";
import { StartPage } from "~/features/studio/uploads/start-page";
import { findUnprovenCeiling } from "~/features/studio/uploads/upload-limits";
import { listTopics } from "~/features/videos/listing/listing.queries.server";
import { creatorTitle } from "~/i18n/creator-titles";
import type { MessageKey } from "~/i18n/message-key";
import { decideLocale } from "~/i18n/page-language";
import { problemWith, readForm } from "~/platform/forms/forms.server";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { isAccountErased } from "~/platform/outage.server";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireCreator } from "~/server/guards.server";

export const meta: MetaFunction = (page) => creatorTitle(page, "upload");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { db, clock } = context.services;
  const [topics, { shareBp, ...facts }] = await Promise.all([
    listTopics(db, decideLocale(new URL(request.url))),
    findCeilingFacts(db, userId, clock()),
  ]);
  return { topics, shareBp, ceiling: findUnprovenCeiling(facts) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const typed: Record<string, string> = {};
  try {
    const refused = await refuseManyUploads(context, userId, request);
    if (refused) return data({ ...refused.problem, failure: undefined }, refused);
    const published = isTextForm(request)
      ? await beginFromForm(context.services, userId, Object.assign(typed, await readForm(request)))
      : await publishFromForm(context.services, userId, request, typed);
    if (!published.ok) return data({ ...published.problem, failure: undefined }, { status: 400 });
    if (published.begun) return goTo(`/creator/videos/${published.videoId}/edit`, { request, context });
    const later: MessageKey | undefined = published.thumbnailLater
      ? "videos.thumbnailLater"
      : published.stream && "videos.uploadedProcessing";
    const flash: Flash = { tone: "success", title: "videos.uploaded", ...(later && { description: later }) };
    return goTo("/creator/videos", { request, context, flash });
  } catch (error) {
    if (error instanceof BrokenForm) {
      context.log.info({ err: error }, "upload broke off");
      return data(failed({ step: "videos.uploadBroken", reason: "videos.uploadUnknown" }, typed), {
        status: 400,
      });
    }
    if (error instanceof Response || isAccountErased(error)) throw error;
    context.log.error({ err: error }, "upload failed");
    if (error instanceof PublishFailed) {
      return data(failed({ step: error.step, reason: error.reason }, typed), { status: 503 });
    }
    const unknown = { step: "videos.uploadUnknown", reason: "videos.uploadUnknown" } as const;
    return data(failed(unknown, typed), { status: 500 });
  }
}

/** A link alone may come in a form without files. */
function isTextForm(request: Request): boolean {
  return request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded") ?? false;
}

/** Files have to be chosen again. */
function failed(failure: { step: MessageKey; reason: MessageKey }, typed: Record<string, string>) {
  return { ...problemWith(typed, {}), failure };
}

export default function Upload() {
  return <StartPage result={useActionData<typeof action>()} {...useLoaderData<typeof loader>()} />;
}
