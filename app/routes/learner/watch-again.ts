import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { watchAgain } from "~/features/playback/access/remember-position.server";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  throw await goTo(`/watch/${parseId(params.courseId) ?? ""}`, { request, context });
}

/** Redirects to the first lesson; 404 for people without access. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireViewer({ request, context });
  const productId = parseId(params.courseId);
  const { intent } = await readForm(request);
  if (intent !== "reset") return new Response(null, { status: 400 });
  if (!productId || !(await watchAgain(context.services, { userId, productId })))
    return new Response(null, { status: 404 });
  throw await goTo(`/watch/${productId}`, { request, context });
}
