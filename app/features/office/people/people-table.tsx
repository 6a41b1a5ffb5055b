import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { BreakableText } from "~/ui/breakable-text";
import { Link } from "~/ui/link";
import { StackedCell, StackedRow, StackedRowHeader, StackedTable } from "~/ui/stacked-table";
import type { ListedConsumer, ListedCreator } from "./listed-person";
import { PaymentDetails } from "./payment-details";

/** product.md, Admin dashboard. */
export function CreatorTable({ creators }: { creators: readonly ListedCreator[] }) {
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

/** product.md, Admin dashboard. */
export function ConsumerTable({ consumers }: { consumers: readonly ListedConsumer[] }) {
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
