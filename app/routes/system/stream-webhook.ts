import type { ActionFunctionArgs } from "@remix-run/node";
import { recordStreamStatus } from "~/features/videos/media/record-stream-status.server";
import { readText } from "~/platform/forms/forms.server";

/** Video details are a few kilobytes. */
const wordMaxBytes = 64 * 1024;

export async function loader() {
  throw new Response(null, { status: 404 });
}

/** 200 also for repeats and unknown videos, 400 for an invalid signature. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { streaming } = context.services;
  if (!streaming || request.method !== "POST") return new Response(null, { status: 404 });
  const body = await readText(request, wordMaxBytes);
  const word = streaming.readWebhook(body, request.headers.get("Webhook-Signature"));
  if (!word) return new Response("signature\n", { status: 400 });
  await recordStreamStatus(context.services, word);
  return new Response("ok\n");
}
