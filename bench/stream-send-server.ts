/** The Stream adapter alone: `POST /<bytes>` sends a file of that size to the configured Stream, then removes it. */
import { createCloudflareStream } from "~/integrations/streaming/cloudflare-stream.server";
import { parseSigningKey } from "~/integrations/streaming/signing-key";
import { listen } from "./listen";

const { env } = process;
const key = parseSigningKey(env.CLOUDFLARE_STREAM_KEY_JWK ?? "");
if (!key) throw new Error("no signing key");
const streaming = createCloudflareStream({
  accountId: env.CLOUDFLARE_ACCOUNT_ID ?? "",
  apiToken: env.CLOUDFLARE_API_TOKEN ?? "",
  keyId: env.CLOUDFLARE_STREAM_KEY_ID ?? "",
  key,
  customer: env.CLOUDFLARE_STREAM_CUSTOMER ?? "",
  webhookSecret: env.CLOUDFLARE_STREAM_WEBHOOK_SECRET ?? "",
  apiUrl: env.CLOUDFLARE_API_URL,
  playbackUrl: env.CLOUDFLARE_STREAM_URL,
  clock: () => new Date(),
});

listen(async (request, response) => {
  const bytes = Number(request.url?.slice(1));
  const upload = await streaming.beginUpload({ bytes, name: "bench", creatorId: "bench" });
  const read = async (start: number, end: number) => Buffer.alloc(end - start, 7);
  await streaming.send(upload.uploadUrl, { bytes, read });
  await streaming.remove(upload.uid);
  response.end();
});
