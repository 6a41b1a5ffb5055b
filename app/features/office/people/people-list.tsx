import { Form, useSearchParams } from "@remix-run/react";
import type { ComponentProps } from "react";
import { SpanFields, type TypedSpan } from "~/features/base/form-fields/date-span-fields";
import { decidePeopleSearch, searchMaxLength } from "~/features/base/form-fields/people-search";
import { exportParams } from "~/features/office/exports/export-filters";
import { ExportLinks } from "~/features/office/exports/export-links";
import { useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { besideField } from "~/ui/forms/beside-field";
import { Field } from "~/ui/forms/field";
import { Icon } from "~/ui/icons";
import { PageHeader } from "~/ui/page-frame/page-header";
import { SkeletonGroup, SkeletonRows } from "~/ui/skeleton";
import { useSlowSearch } from "~/ui/slow-navigation";
import { PeoplePage } from "./people-table";

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
        description={people === "creators" ? t("people.creatorsText") : t("people.consumersText")}
        actions={<ExportLinks key={filters} kind={people} asked={filters} />}
      />
      <Form
        role="search"
        action={path}
        autoComplete="off"
        key={filters}
        className="mt-8 flex flex-wrap items-start gap-x-3 gap-y-4"
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
        <SpanFields {...asked} />
        <div className={classNames("flex flex-wrap gap-3", besideField)}>
          <Button variant="secondary" className="min-h-12">
            <Icon name="search" />
            {t("people.searchButton")}
          </Button>
          {filters && (
            <ButtonLink to={path} variant="quiet" className="min-h-12">
              {t("people.clear")}
            </ButtonLink>
          )}
        </div>
      </Form>
      <Card className="mt-6">
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
