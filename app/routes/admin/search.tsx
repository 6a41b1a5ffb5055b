import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { findAnything } from "~/features/office/dashboard/find-anything.server";
import { parseSaleSearchText, saleSearchMaxLength } from "~/features/office/sales/sale-search";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { requireAdmin } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Field } from "~/ui/forms/field";
import { besideField } from "~/ui/forms/field-frame";
import { TextLink } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("adminSearch");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const typed = parseSaleSearchText(new URL(request.url).searchParams.get("q"));
  const groups = await findAnything(context.services, typed);
  const [only] = groups;
  const [row] = only?.rows ?? [];
  if (groups.length === 1 && only?.rows.length === 1 && row) throw redirect(row.to);
  return { typed, groups };
}

export default function AdminSearch() {
  const { typed, groups } = useLoaderData<typeof loader>();
  const t = useText();
  return (
    <>
      <PageHeader title={t("people.findTitle")} className="mb-6" />
      <Form
        method="get"
        role="search"
        autoComplete="off"
        className="mb-8 flex flex-wrap items-start gap-4"
        key={typed}
      >
        <Field
          name="q"
          type="search"
          label={t("people.findLabel")}
          defaultValue={typed}
          maxLength={saleSearchMaxLength}
          autoComplete="off"
          className="grow basis-72"
        />
        <Button variant="secondary" className={classNames("min-h-12 w-full sm:w-auto", besideField)}>
          {t("people.findButton")}
        </Button>
      </Form>
      {typed !== "" && groups.length === 0 && (
        <EmptyState icon="search" title={t("people.findNothing")} description={t("people.findNothingHint")} />
      )}
      <div className="grid gap-6">
        {groups.map(({ kind, rows, hasMore }) => (
          <section key={kind} aria-labelledby={`found-${kind}`}>
            <h2 id={`found-${kind}`} className="mb-3 text-xl">
              {t(`people.findKinds.${kind}`)}
            </h2>
            <Card>
              <ul className="divide-y divide-line">
                {rows.map(({ to, name, more }) => (
                  <li key={to} className="min-w-0 px-5 py-3 sm:px-6">
                    <TextLink to={to} className="break-words">
                      {name}
                    </TextLink>
                    {more && <p className="text-sm break-words text-ink-soft">{more}</p>}
                  </li>
                ))}
              </ul>
            </Card>
            {hasMore && (kind === "creators" || kind === "consumers" || kind === "sales") && (
              <p className="mt-2">
                <TextLink to={`/admin/${kind}?${new URLSearchParams({ q: typed })}`}>
                  {t("people.findMore")}
                </TextLink>
              </p>
            )}
          </section>
        ))}
      </div>
    </>
  );
}
