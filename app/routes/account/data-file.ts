import type { LoaderFunctionArgs } from "@remix-run/node";
import { openDownload } from "~/features/entrance/privacy/make-download.server";
import { streamToClient } from "~/platform/client-stream.server";
import { noteSecurity } from "~/platform/security-events";
import { fileCaching } from "~/server/answer-file.server";
import { accountLogin, requireFreshProof, requireViewer } from "~/server/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: accountLogin });
  await requireFreshProof({ request, context }, { file: "downloadOwnData", backTo: "/account/data" });
  const file = await openDownload(context.services, userId, {
    headOnly: request.method === "HEAD",
    signal: request.signal,
  });
  if (!file) throw new Response(null, { status: 404 });
  noteSecurity(context, "dataDownloaded", { userId });
  const client = { waitForDrain: context.waitForDrain, signal: request.signal };
  const body = file.body && streamToClient(file.body[Symbol.asyncIterator](), client);
  return new Response(body ?? null, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="sabia-meus-dados.json"',
      "Content-Length": String(file.bytes),
      "Cache-Control": fileCaching,
    },
  });
}
