import { z } from "zod";
import { type CloudflareClient, isSuccess, readResult } from "./cloudflare-client.server";
import { toRefusal } from "./cloudflare-failure.server";
import type { GeneratedCaptions } from "./streaming";

/** https://developers.cloudflare.com/api/resources/stream/subresources/captions/ */
const captions = z.object({ generated: z.boolean().optional(), status: z.string().optional() });

/** Returns the captions of a video in a language as Cloudflare has them, or undefined where it has none. */
export async function findCaptions(
  client: CloudflareClient,
  uid: string,
  language: string,
): Promise<GeneratedCaptions | undefined> {
  const doing = "asking for a video's captions";
  const path = pathOf(uid, language);
  const answer = await client.call({ method: "GET", path, doing });
  if (answer.status === 404) return undefined;
  const { status } = readResult(doing, answer, captions);
  if (status === "error") return { state: "failed" };
  if (status !== "ready") return { state: "making" };
  const file = await client.call({ method: "GET", path: `${path}/vtt`, doing });
  if (file.status === 404) return undefined;
  if (!isSuccess(file)) throw toRefusal(doing, file);
  return { state: "ready", vtt: file.text };
}

export async function orderCaptions(client: CloudflareClient, uid: string, language: string): Promise<void> {
  const order = { method: "POST", path: `${pathOf(uid, language)}/generate` } as const;
  await client.ask({ ...order, doing: "ordering a video's captions" }, captions);
}

/** Removes a video's captions in a language; absent ones count as removed. */
export async function removeCaptions(client: CloudflareClient, uid: string, language: string): Promise<void> {
  const doing = "removing a video's captions";
  const answer = await client.call({ method: "DELETE", path: pathOf(uid, language), doing });
  if (answer.status !== 404 && !isSuccess(answer)) throw toRefusal(doing, answer);
}

function pathOf(uid: string, language: string): string {
  return `/${encodeURIComponent(uid)}/captions/${encodeURIComponent(language)}`;
}
