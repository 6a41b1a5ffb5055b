import type { LoaderFunctionArgs } from "@remix-run/node";
import { findFullName, hasCreatorProfile } from "~/features/base/accounts/accounts.queries.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { parseTaxYear } from "~/features/money/payees/report-periods";
import { writeYearCsv } from "~/features/money/payees/show-year.server";
import { serverTexts } from "~/i18n/i18next.server";
import { defaultLocale } from "~/i18n/languages";
import { parseId } from "~/platform/forms/record-id";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { answerCsv, csvHeaders } from "~/server/answer-file.server";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { services } = context;
  const creatorId = parseId(params.creatorId);
  if (!creatorId || !(await hasCreatorProfile(services.db, creatorId)))
    throw new Response(null, { status: 404 });
  const year = parseTaxYear(new URL(request.url).searchParams.get("year"), services.clock());
  const file = `informe-${year}.csv`;
  // HEAD and data requests must not produce an audited file.
  if (request.method === "HEAD" || context.isDataRequest)
    return new Response(null, { headers: csvHeaders(file) });
  await requireFreshProof(
    { request, context },
    { file: "exportYear", backTo: `/admin/creators/${creatorId}/year?year=${year}` },
  );
  noteSecurity(context, "yearExported", { userId: viewer.userId, reason: file });
  const name = (await findFullName(services.db, creatorId)) ?? "";
  await insertAuditEntry(services.db, actorOf(context, request, viewer), {
    action: "yearExported",
    target: { kind: "account", id: creatorId, label: `${name} · ${file}` },
  });
  return answerCsv(
    { request, context },
    file,
    writeYearCsv(services, { creatorId, year }, serverTexts[defaultLocale]),
  );
}
