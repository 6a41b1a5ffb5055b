/** The product's relay with nothing around it: each body posted is sent on to the Stream of the environment, then removed. */
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
  const bytes = Number(request.headers["content-length"]);
  const way = request.url === "/form" ? "form" : "tus";
  const upload = await streaming.beginUpload({ bytes, way, name: "bench", creatorId: "bench" });
  await streaming.send(upload, request, { bytes });
  await streaming.remove(upload.uid);
  response.end();
});
