import type { ReactNode } from "react";
import { useText } from "~/i18n/use-locale";
import { Card, CardBody } from "~/ui/card";

export function PersonFacts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const t = useText();
  return (
    <Card as="section" aria-labelledby="profile" className="mt-8">
      <CardBody>
        <h2 id="profile" className="mb-4 text-2xl">
          {t("people.profile")}
        </h2>
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="mt-0.5 break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}
