import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useSearchParams } from "@remix-run/react";
import { auditEntriesPerPage, listAuditEntries } from "~/features/base/audit/audit.queries.server";
import { auditActions, auditParams, parseAuditFilters } from "~/features/base/audit/audit-actions";
import { parseSpan } from "~/features/base/form-fields/date-span";
import { FoldedFilters, SearchButton } from "~/features/base/form-fields/date-span-fields";
import { decidePeopleSearch, searchMaxLength } from "~/features/base/form-fields/people-search";
import { AuditList } from "~/features/office/dashboard/audit-list";
import { ExportLinks } from "~/features/office/exports/export-links";
import { formatDateTime } from "~/i18n/dates";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseCursor, toPage } from "~/platform/keyset";
import { requireAdmin } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Field, SelectField } from "~/ui/forms/field";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";

export const meta: MetaFunction = () => officeTitle("adminAudit");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const params = new URL(request.url).searchParams;
  const question = parseAuditFilters(params);
  const fetched = await listAuditEntries(context.services.db, {
    ...question,
    after: parseCursor(params.get("after")),
    limit: auditEntriesPerPage + 1,
  });
  const { rows, next } = toPage(fetched, auditEntriesPerPage);
  const asked = auditParams(question);
  return {
    search: question.search,
    action: question.action,
    asked: parseSpan(params),
    query: new URLSearchParams(asked).toString(),
    next: next && `/admin/audit?${new URLSearchParams({ ...asked, after: next })}`,
    entries: rows.map((row) => ({
      id: row.id,
      date: formatDateTime(row.created_at),
      action: row.action,
      actor: row.actor_email,
      from: [row.address, row.browser].filter(Boolean).join(" · "),
      target: { kind: row.target_kind, id: row.target_id, label: row.target_label },
      reason: row.reason,
      before: row.before,
      after: row.after,
    })),
  };
}

export default function Audit() {
  const { entries, next, search, action, asked, query } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const t = useText();
  const isShort = decidePeopleSearch(search).by === "tooShort";
  return (
    <>
      <PageHeader
        title={t("audit.title")}
        description={t("audit.text")}
        actions={
          <>
            <ExportLinks kind="audit" asked={query} />
            <ButtonLink to="/admin/admins" variant="quiet" size="small">
              {t("audit.admins")}
            </ButtonLink>
          </>
        }
        className="mb-6"
      />
      <Form
        method="get"
        role="search"
        autoComplete="off"
        key={query}
        className="mb-6 flex flex-wrap items-start gap-x-3 gap-y-2"
      >
        <Field
          name="q"
          type="search"
          label={t("audit.search")}
          defaultValue={search}
          maxLength={searchMaxLength}
          error={isShort ? t("people.searchTooShort") : undefined}
          className="grow basis-64"
        />
        <SearchButton />
        <FoldedFilters
          typedSpan={asked}
          chosen={[action && t(`audit.actions.${action}`)]}
          none={t("audit.anyAction")}
        >
          <SelectField
            name="action"
            label={t("audit.action")}
            placeholder={t("audit.anyAction")}
            defaultValue={action ?? ""}
            options={auditActions.map((value) => ({ value, label: t(`audit.actions.${value}`) }))}
            className="grow basis-56"
          />
        </FoldedFilters>
      </Form>
      {entries.length === 0 ? (
        <EmptyState
          icon="search"
          title={t("audit.nothing")}
          action={
            query !== "" && (
              <ButtonLink to="/admin/audit" variant="secondary">
                {t("audit.clear")}
              </ButtonLink>
            )
          }
        />
      ) : (
        <AuditList entries={entries} />
      )}
      <PageLinks
        first={
          params.has("after") ? { to: `/admin/audit?${query}`, label: t("audit.backToFirst") } : undefined
        }
        next={next ? { to: next, label: t("audit.more") } : undefined}
      />
    </>
  );
}
