import type { ActionFunctionArgs } from "@remix-run/node";
import { takeStreamState } from "~/features/encoding/record-stream-status.server";
import { readText } from "~/platform/forms.server";

/** A video's details are a few kilobytes. */
const wordMaxBytes = 64 * 1024;

export async function loader() {
  throw new Response(null, { status: 404 });
}

/**
 * Takes in what Cloudflare Stream says of a finished video: 200 also to a repeat and for a video that is not ours, 400 to
 * what it did not sign.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { streaming } = context.services;
  if (!streaming || request.method !== "POST") return new Response(null, { status: 404 });
  const body = await readText(request, wordMaxBytes);
  const word = streaming.readWebhook(body, request.headers.get("Webhook-Signature"));
  if (!word) return new Response("signature\n", { status: 400 });
  await takeStreamState(context.services, word);
  return new Response("ok\n");
}
