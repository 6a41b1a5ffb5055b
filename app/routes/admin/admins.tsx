import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { grantForm } from "~/features/office/people/account-step";
import { findAccountByEmail } from "~/features/office/people/change-account.server";
import { formatRegistered } from "~/features/office/people/listed-person";
import { AdminList } from "~/features/office/people/person-rows";
import { listAdmins } from "~/features/office/people/suspensions.queries.server";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof } from "~/server/recent-proof.server";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { besideField } from "~/ui/forms/field-frame";
import { classNames } from "~/ui/looks";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";

export const meta: MetaFunction = () => officeTitle("adminAdmins");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const after = parseCursor(new URL(request.url).searchParams.get("after"));
  const { rows, next } = await listAdmins(context.services.db, after);
  return {
    next,
    proofNeeded: !(await hasRecentProof(context, request)),
    admins: rows.map(({ id, email, created_at, suspended_at }) => ({
      since: formatRegistered(created_at),
      standing: { id, email, isAdmin: true, suspended: suspended_at !== null, own: id === viewer.userId },
    })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAdmin({ request, context });
  const fields = await readForm(request);
  const form = parseFields(grantForm, fields);
  if (!form.ok) return refuse(form.problem);
  const account = await findAccountByEmail(context.services.db, form.value.email);
  if (!account) return refuse(problemWith(fields, { email: "audit.noAccount" }));
  if (!account.proven) return refuse(problemWith(fields, { email: "audit.refused.notProven" }));
  return goTo(`/admin/accounts/${account.id}/grant?from=admins`, { request, context });
}

export default function Admins() {
  const { admins, next, proofNeeded } = useLoaderData<typeof loader>();
  const { field } = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <>
      <PageHeader
        above={<BackLink to="/admin/audit">{t("audit.title")}</BackLink>}
        title={t("audit.admins")}
      />
      <Form method="post" className="mt-8 flex max-w-2xl flex-wrap items-start gap-3">
        <Field
          {...field("email")}
          type="email"
          label={t("audit.grantEmail")}
          hint={t("audit.grantHint")}
          autoComplete="off"
          maxLength={254}
          required
          className="grow basis-64"
        />
        <Button variant="secondary" className={classNames("min-h-12 w-full sm:w-auto", besideField)}>
          {t("audit.account.grant.button")}
        </Button>
      </Form>
      <AdminList admins={admins} proofNeeded={proofNeeded} />
      <PageLinks next={next ? { to: `/admin/admins?after=${next}`, label: t("audit.more") } : undefined} />
    </>
  );
}
