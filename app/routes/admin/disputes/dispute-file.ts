import type { LoaderFunctionArgs } from "@remix-run/node";
import { fileCaching } from "~/features/base/spreadsheets/csv-answer.server";
import { disputeIdPattern } from "~/features/office/disputes/dispute-id";
import { findEvidence } from "~/features/office/disputes/read-evidence.server";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

/** Shows a file of a dispute's answer as the provider stores it, for the page's pictures and its links. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const disputeId = params.disputeId ?? "";
  const { field } = params;
  const found = disputeIdPattern.test(disputeId)
    ? await findEvidence(context.services, { disputeId, field })
    : { ok: false as const };
  if (!found.ok) throw new Response(null, { status: 404 });
  const headers = {
    "Content-Type": found.file.type,
    "Content-Disposition": `inline; filename="${found.file.name}"`,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": fileCaching,
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  await requireFreshProof(
    { request, context },
    { file: "openDisputeFile", backTo: `/admin/disputes/${disputeId}` },
  );
  const bytes = await found.read();
  if (!bytes) throw new Response(null, { status: 502 });
  return new Response(new Uint8Array(bytes), { headers });
}
