import type { ReactNode } from "react";
import { type Currency, formatMoney } from "~/features/base/money/money";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import type { IconName } from "~/ui/icons";

interface PersonRowsProps {
  id: string;
  title: string;
  icon: IconName;
  none: string;
  rows: readonly {
    id: string;
    title: string;
    date: string;
    cents: number;
    currency: Currency;
    state: ReactNode;
    step?: ReactNode;
  }[];
  older: { to: string; label: string } | undefined;
}

export function PersonRows({ id, title, icon, none, rows, older }: PersonRowsProps) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      {rows.length === 0 ? (
        <EmptyState icon={icon} title={none} />
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li
                key={row.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6"
              >
                <div className="w-full min-w-0 sm:w-auto sm:grow sm:basis-48">
                  <p className="font-semibold break-words">{row.title}</p>
                  <p className="text-sm text-ink-faint">{row.date}</p>
                </div>
                {row.state}
                <p className="ml-auto min-w-24 text-right text-lg font-bold tabular-nums">
                  {formatMoney(row.cents, row.currency)}
                </p>
                {row.step !== undefined && (
                  // The same width in every row, also without a step, so that the amounts align.
                  <div className="empty:max-sm:hidden max-sm:w-full sm:w-36 sm:text-right">{row.step}</div>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {older && (
        <div className="mt-6 flex justify-center">
          <ButtonLink to={older.to} variant="secondary">
            {older.label}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
