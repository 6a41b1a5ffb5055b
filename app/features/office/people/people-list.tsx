import { Form, useSearchParams } from "@remix-run/react";
import type { ComponentProps } from "react";
import { FoldedFilters, SearchButton, type TypedSpan } from "~/features/base/form-fields/date-span-fields";
import { decidePeopleSearch, searchMaxLength } from "~/features/base/form-fields/people-search";
import { exportParams } from "~/features/office/exports/export-filters";
import { ExportLinks } from "~/features/office/exports/export-links";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { BreakableText } from "~/ui/breakable-text";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Field } from "~/ui/forms/field";
import { besideField } from "~/ui/forms/field-frame";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { useSlowSearch } from "~/ui/navigation";
import { PageHeader } from "~/ui/page-frame/page-header";
import { SkeletonGroup, SkeletonRows } from "~/ui/skeleton";
import { StackedCell, StackedRow, StackedRowHeader, StackedTable } from "~/ui/stacked-table";
import type { ListedConsumer, ListedCreator } from "./listed-person";
import { PaymentDetails } from "./payment-details";

interface PeopleListProps {
  search: string;
  asked: TypedSpan;
  page: ComponentProps<typeof PeoplePage>["page"];
}

export function PeopleList({ search, asked, page }: PeopleListProps) {
  const t = useText();
  const [params] = useSearchParams();
  const isLoading = useSlowSearch();
  const { people } = page;
  const path = `/admin/${people}`;
  const isShort = decidePeopleSearch(search).by === "tooShort";
  const filters = String(exportParams({ kind: people, search, span: asked.span }));
  const linkTo = (after?: string) => {
    const query = [filters, after && `after=${after}`].filter(Boolean).join("&");
    return query === "" ? path : `${path}?${query}`;
  };
  return (
    <>
      <PageHeader
        title={people === "creators" ? t("people.creators") : t("people.consumers")}
        actions={<ExportLinks key={filters} kind={people} asked={filters} />}
      />
      <Form
        role="search"
        action={path}
        autoComplete="off"
        key={filters}
        className="mt-6 flex flex-wrap items-start gap-x-3 gap-y-2"
      >
        <Field
          name="q"
          type="search"
          label={t("people.search")}
          defaultValue={search}
          maxLength={searchMaxLength}
          error={isShort ? t("people.searchTooShort") : undefined}
          className="grow basis-64"
        />
        <SearchButton />
        {filters && (
          <ButtonLink to={path} variant="quiet" className={classNames("min-h-12", besideField)}>
            {t("people.clear")}
          </ButtonLink>
        )}
        <FoldedFilters typedSpan={asked} chosen={[]} none={t("people.everyone")} />
      </Form>
      <Card className="mt-4">
        {isLoading ? (
          <SkeletonGroup label={t("common.loading")} className="px-5 sm:px-6">
            <SkeletonRows />
          </SkeletonGroup>
        ) : (
          <PeoplePage page={page} searched={filters !== ""} linkTo={linkTo} isLater={params.has("after")} />
        )}
      </Card>
    </>
  );
}

function CreatorTable({ creators }: { creators: readonly ListedCreator[] }) {
  const t = useText();
  const columns = ["name", "email", "country", "method", "details", "registered"] as const;
  return (
    <StackedTable label={t("people.creators")} columns={columns.map((column) => t(`people.${column}`))}>
      {creators.map((creator) => (
        <StackedRow key={creator.id}>
          <StackedRowHeader>
            <PersonLink to={`/admin/creators/${creator.id}`}>{creator.name}</PersonLink>
            {creator.suspended && <Suspended />}
          </StackedRowHeader>
          <StackedCell>
            <BreakableText>{creator.email}</BreakableText>
          </StackedCell>
          <StackedCell isWide={false}>
            <Badge>{creator.country}</Badge>
          </StackedCell>
          <StackedCell isWide={false}>
            <Badge tone="info">{creator.method}</Badge>
          </StackedCell>
          <StackedCell>
            <PaymentDetails creator={creator} />
          </StackedCell>
          <StackedCell label={t("people.registered")}>{creator.registered}</StackedCell>
        </StackedRow>
      ))}
    </StackedTable>
  );
}

function ConsumerTable({ consumers }: { consumers: readonly ListedConsumer[] }) {
  const t = useText();
  const columns = ["name", "email", "registered"] as const;
  return (
    <StackedTable label={t("people.consumers")} columns={columns.map((column) => t(`people.${column}`))}>
      {consumers.map((consumer) => (
        <StackedRow key={consumer.id}>
          <StackedRowHeader>
            <PersonLink to={`/admin/consumers/${consumer.id}`}>{consumer.name}</PersonLink>
            {consumer.suspended && <Suspended />}
          </StackedRowHeader>
          <StackedCell>
            <BreakableText>{consumer.email}</BreakableText>
          </StackedCell>
          <StackedCell label={t("people.registered")}>{consumer.registered}</StackedCell>
        </StackedRow>
      ))}
    </StackedTable>
  );
}

function Suspended() {
  const t = useText();
  return (
    <Badge tone="danger" className="ml-2">
      {t("audit.videoIsSuspended")}
    </Badge>
  );
}

function PersonLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="-my-2.5 inline-block min-h-11 py-2.5 text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}

interface PeoplePageProps {
  page:
    | { people: "creators"; rows: ListedCreator[]; next: string | undefined }
    | { people: "consumers"; rows: ListedConsumer[]; next: string | undefined };
  searched?: boolean;
  linkTo(after?: string): string;
  isLater: boolean;
}

export function PeoplePage({ page, searched = false, linkTo, isLater }: PeoplePageProps) {
  const t = useText();
  if (page.rows.length === 0) {
    const none = page.people === "creators" ? t("people.noCreators") : t("people.noConsumers");
    return (
      <EmptyState
        icon={searched ? "search" : "users"}
        title={searched ? t("people.nobodyFound") : none}
        description={searched && t("people.nobodyFoundHint")}
        className="border-0"
      />
    );
  }
  return (
    <>
      {page.people === "creators" ? (
        <CreatorTable creators={page.rows} />
      ) : (
        <ConsumerTable consumers={page.rows} />
      )}
      {page.people === "creators" && (
        <p className="border-t border-line px-5 py-3 text-sm text-ink-soft">{t("people.showNote")}</p>
      )}
      {(page.next || isLater) && (
        <div className="flex flex-wrap justify-center gap-3 border-t border-line p-4">
          {isLater && (
            <ButtonLink to={linkTo()} variant="quiet" preventScrollReset>
              {t("people.newest")}
            </ButtonLink>
          )}
          {page.next && (
            <ButtonLink to={linkTo(page.next)} variant="secondary" preventScrollReset>
              {t("people.older")}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}
