import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PublishFailed, publishFromForm } from "~/features/videos/publish-video.server";
import { listUnfinishedUploads } from "~/features/videos/resumable-uploads.queries.server";
import { UploadScreen } from "~/features/videos/upload-screen";
import { flashOf } from "~/features/videos/uploaded-flash";
import type { MessageKey } from "~/i18n/message-key";
import { metaText } from "~/i18n/meta-text";
import { requireCreator } from "~/platform/guards.server";
import { BrokenForm } from "~/platform/multipart.server";
import { goTo } from "~/platform/responses.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "upload");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  return listUnfinishedUploads(context.services.db, userId);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  try {
    const published = await publishFromForm(context.services, userId, request);
    if (!published.ok) return data({ ...published.problem, failure: undefined }, { status: 400 });
    const flash = flashOf(published.stream);
    return goTo("/creator/videos", { request, context, flash });
  } catch (error) {
    if (error instanceof BrokenForm) {
      context.log.info({ err: error }, "upload broke off");
      return data(failed({ step: "videos.uploadBroken", reason: "videos.uploadUnknown" }), { status: 400 });
    }
    if (!(error instanceof PublishFailed)) throw error;
    context.log.error({ err: error }, "upload failed");
    return data(failed({ step: error.step, reason: error.reason }), { status: 503 });
  }
}

function failed(failure: { step: MessageKey; reason: MessageKey }) {
  return { errors: {} as Record<string, MessageKey>, values: {} as Record<string, string>, failure };
}

export default function Upload() {
  const unfinished = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <UploadScreen result={result} unfinished={unfinished} />;
}
