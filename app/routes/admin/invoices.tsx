import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { listTaxYears } from "~/features/money/payees/report-periods";
import { receiveFile } from "~/features/money/paying/propose-statement.server";
import { listAccountingMonths } from "~/features/office/sales/accounting";
import { importInvoices } from "~/features/office/sales/import-invoices.server";
import { CommissionLinks, ImportResult, LedgerLinks } from "~/features/office/sales/invoices-page";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/forms/file-field";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("adminInvoices");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const now = context.services.clock();
  return { years: listTaxYears(now), months: listAccountingMonths(now) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const received = await receiveFile(request);
  if (!received.ok) return data({ error: received.error, imported: undefined }, { status: 400 });
  const by = actorOf(context, request, viewer);
  const imported = await importInvoices(context.services, { file: received.bytes, by });
  const { added, changed, badCount } = imported;
  context.log.info({ adminId: viewer.userId, added, changed, badCount }, "numbers of invoices imported");
  return data({ error: undefined, imported });
}

export default function Invoices() {
  const { years, months } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useText();
  const busy = useNavigation().state === "submitting";
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <PageHeader
        above={<BackLink to="/admin/sales">{t("office.sales")}</BackLink>}
        title={t("office.documents")}
      />
      {answer?.imported && <ImportResult result={answer.imported} />}
      <LedgerLinks months={months} />
      <CommissionLinks years={years} />
      <div>
        <h2 className="text-xl">{t("office.invoices")}</h2>
      </div>
      <Card className="p-5 sm:p-6">
        <Form method="post" encType="multipart/form-data" className="space-y-5">
          <FileField
            name="file"
            label={t("office.invoicesFile")}
            hint={t("office.invoicesHint")}
            error={answer?.error && t(answer.error)}
            accept=".csv,.txt,text/csv"
            pickerTexts={{ choose: t("bankStatement.choose"), none: t("bankStatement.none") }}
            required
          />
          <Button pending={busy} pendingLabel={t("bankStatement.sending")}>
            {t("office.invoicesSend")}
          </Button>
        </Form>
      </Card>
    </div>
  );
}
