import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyUploads } from "~/features/accounts/accounts/try-limits.server";
import { deliveryOfNew } from "~/features/studio/uploads/new-video-delivery.server";
import { openDraft } from "~/features/studio/uploads/open-draft.server";
import { findUnprovenCeiling } from "~/features/studio/uploads/publish-ceiling";
import { findCeilingFacts } from "~/features/studio/uploads/publish-ceiling.queries.server";
import { PublishFailed } from "~/features/studio/uploads/publish-failure.server";
import { publishFromForm } from "~/features/studio/uploads/publish-video.server";
import { listUnfinishedUploads } from "~/features/studio/uploads/resumable-uploads.queries.server";
import { saveDraft } from "~/features/studio/uploads/save-draft.server";
import { UploadScreen } from "~/features/studio/uploads/upload-screen";
import { flashOf } from "~/features/studio/uploads/uploaded-flash";
import { listTopics } from "~/features/videos/listing/listing.queries.server";
import { listSpokenLanguages } from "~/features/videos/listing/spoken-language";
import { creatorTitle } from "~/i18n/creator-titles";
import type { MessageKey } from "~/i18n/message-key";
import { decideLocale } from "~/i18n/page-language";
import { isAccountErased } from "~/platform/account-erased";
import { problemWith, readForm } from "~/platform/forms/forms.server";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";

export const meta: MetaFunction = (page) => creatorTitle(page, "upload");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { db, clock } = context.services;
  const url = new URL(request.url);
  const locale = decideLocale(url);
  const [drafts, unfinished, topics, facts] = await Promise.all([
    openDraft(context.services, userId, { wanted: url.searchParams.get("draft"), locale }),
    listUnfinishedUploads(db, userId),
    listTopics(db, locale),
    findCeilingFacts(db, userId, clock()),
  ]);
  const { shareBp, ...ceilingFacts } = facts;
  const ceiling = findUnprovenCeiling(ceilingFacts);
  const holds = deliveryOfNew(context.services) === undefined;
  return { ...drafts, holds, unfinished, topics, languages: listSpokenLanguages(locale), ceiling, shareBp };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  if (isTextForm(request)) return keepDraft({ request, context }, userId);
  const typed: Record<string, string> = {};
  try {
    const refused = await refuseManyUploads(context, userId, request);
    if (refused) return data({ ...refused.problem, failure: undefined }, refused);
    const published = await publishFromForm(context.services, userId, request, typed);
    if (!published.ok) return data({ ...published.problem, failure: undefined }, { status: 400 });
    if (published.waitsFor === "file") {
      const flash = { tone: "info", title: "uploads.waitsForFile" } as const;
      return goTo("/creator/upload", { request, context, flash });
    }
    if (published.waitsFor === "store") {
      const flash = { tone: "info", title: "uploads.waitsForStore" } as const;
      return goTo("/creator/videos", { request, context, flash });
    }
    const flash = flashOf(published.stream, published.thumbnailLater);
    return goTo("/creator/videos", { request, context, flash });
  } catch (error) {
    if (error instanceof BrokenForm) {
      context.log.info({ err: error }, "upload broke off");
      return data(failed({ step: "videos.uploadBroken", reason: "videos.uploadUnknown" }, typed), {
        status: 400,
      });
    }
    if (isAccountErased(error)) throw error;
    context.log.error({ err: error }, "upload failed");
    if (error instanceof PublishFailed) {
      return data(failed({ step: error.step, reason: error.reason }, typed), { status: 503 });
    }
    const unknown = { step: "videos.uploadUnknown", reason: "videos.uploadUnknown" } as const;
    return data(failed(unknown, typed), { status: 500 });
  }
}

/** The button that saves a draft sends the form without its files. */
function isTextForm(request: Request): boolean {
  return request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded") ?? false;
}

async function keepDraft(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  userId: string,
) {
  const fields = await readForm(request);
  if (fields.intent !== "saveDraft") throw new Response(null, { status: 400 });
  const saved = await saveDraft(context.services, userId, fields);
  if (saved.ok) {
    const flash = { tone: "success", title: "drafts.savedNow", description: "drafts.savedText" } as const;
    return goTo(`/creator/upload?draft=${fields.draftId}`, { request, context, flash });
  }
  // A person who saves again has seen that it was changed elsewhere.
  const values = saved.error === "changed" ? { ...fields, draftRevision: String(saved.revision) } : fields;
  return data(
    { ...problemWith(values, { draft: `drafts.${saved.error}` }), failure: undefined },
    { status: 400 },
  );
}

/** Typed values are kept; files have to be chosen again. */
function failed(failure: { step: MessageKey; reason: MessageKey }, typed: Record<string, string>) {
  return { ...problemWith(typed, {}), failure };
}

export default function Upload() {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  // Another draft is another form.
  return <UploadScreen key={loaded.isNew ? "new" : loaded.draft.id} result={result} {...loaded} />;
}
