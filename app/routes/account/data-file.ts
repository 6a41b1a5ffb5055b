import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { openDownload } from "~/features/privacy/open-download.server";
import { noteSecurity } from "~/platform/security-events";
import { requireFreshProof, requireViewer } from "~/server/guards.server";

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "accounts.accountLogin" } as const;

/** The viewer's own download; 404 when there is none. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: loginFirst });
  await requireFreshProof({ request, context }, "/account/data");
  const file = await openDownload(context.services, userId, { headOnly: request.method === "HEAD" });
  if (!file) throw new Response(null, { status: 404 });
  noteSecurity(context, "dataDownloaded", { userId });
  const body = file.body && (Readable.toWeb(file.body) as ReadableStream<Uint8Array>);
  return new Response(body ?? null, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="sabia-meus-dados.json"',
      "Content-Length": String(file.bytes),
      "Cache-Control": "no-store",
    },
  });
}
