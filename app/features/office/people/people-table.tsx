import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";
import { ScrollCell, ScrollRowHeader, ScrollTable } from "~/ui/scroll-table";
import type { ListedConsumer, ListedCreator } from "./listed-person";
import { PaymentDetails } from "./payment-details";

/** product.md, Admin dashboard. */
export function CreatorTable({ creators }: { creators: readonly ListedCreator[] }) {
  const t = useText();
  const columns = ["name", "email", "country", "method", "details", "registered"] as const;
  return (
    <ScrollTable label={t("people.creators")} columns={columns.map((column) => t(`people.${column}`))}>
      {creators.map((creator) => (
        <tr key={creator.id}>
          <ScrollRowHeader>
            <PersonLink to={`/admin/creators/${creator.id}`}>{creator.name}</PersonLink>
            {creator.suspended && <Suspended />}
          </ScrollRowHeader>
          <ScrollCell>{creator.email}</ScrollCell>
          <ScrollCell>
            <Badge>{creator.country}</Badge>
          </ScrollCell>
          <ScrollCell>
            <Badge tone="info">{creator.method}</Badge>
          </ScrollCell>
          <ScrollCell>
            <PaymentDetails creator={creator} />
          </ScrollCell>
          <ScrollCell>{creator.registered}</ScrollCell>
        </tr>
      ))}
    </ScrollTable>
  );
}

/** product.md, Admin dashboard. */
export function ConsumerTable({ consumers }: { consumers: readonly ListedConsumer[] }) {
  const t = useText();
  const columns = ["name", "email", "registered"] as const;
  return (
    <ScrollTable label={t("people.consumers")} columns={columns.map((column) => t(`people.${column}`))}>
      {consumers.map((consumer) => (
        <tr key={consumer.id}>
          <ScrollRowHeader>
            <PersonLink to={`/admin/consumers/${consumer.id}`}>{consumer.name}</PersonLink>
            {consumer.suspended && <Suspended />}
          </ScrollRowHeader>
          <ScrollCell>{consumer.email}</ScrollCell>
          <ScrollCell>{consumer.registered}</ScrollCell>
        </tr>
      ))}
    </ScrollTable>
  );
}

function Suspended() {
  const t = useText();
  return (
    <Badge tone="danger" className="ml-2 max-sm:ml-0">
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
