import type { LoaderFunctionArgs } from "@remix-run/node";
import { disputeIdPattern } from "~/features/office/disputes/dispute-cursor";
import { findEvidence, recordOpenedFile } from "~/features/office/disputes/gather-evidence.server";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { fileCaching } from "~/server/answer-file.server";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

/** The provider's file: audited. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const disputeId = params.disputeId ?? "";
  const evidence = disputeIdPattern.test(disputeId)
    ? await findEvidence(context.services, { disputeId, field: params.field })
    : { ok: false as const };
  if (!evidence.ok) throw new Response(null, { status: 404 });
  const headers = {
    "Content-Type": evidence.file.type,
    "Content-Disposition": `inline; filename="${evidence.file.name}"`,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": fileCaching,
  };
  // HEAD and data requests show nothing and are not audited.
  if (request.method === "HEAD" || context.isDataRequest) return new Response(null, { headers });
  await requireFreshProof(
    { request, context },
    { file: "openDisputeFile", backTo: `/admin/disputes/${disputeId}` },
  );
  const bytes = await evidence.read();
  if (!bytes) throw new Response(null, { status: 502 });
  noteSecurity(context, "disputeFileOpened", {
    userId: viewer.userId,
    reason: `${disputeId} ${evidence.field}`,
  });
  const by = actorOf(context, request, viewer);
  await recordOpenedFile(context.services.db, { disputeId, field: evidence.field, by });
  return new Response(new Uint8Array(bytes), { headers });
}
