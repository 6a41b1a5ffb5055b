import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import type { AttentionItem } from "./attention-kinds";

/** Tasks that wait for an administrator, each with its count and a link; or a text that nothing waits. */
export function AttentionList({ items, limit }: { items: readonly AttentionItem[]; limit: number }) {
  const t = useText();
  return (
    <Card as="section" aria-labelledby="attention" className="mt-4 p-4 sm:p-6">
      <h2 id="attention" className="text-xl">
        {t("people.attention")}
      </h2>
      {items.length === 0 ? (
        <p className="mt-3 flex items-center gap-2 text-ink-soft">
          <Icon name="check" className="size-5" />
          {t("people.attentionNone")}
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {items.map(({ kind, count, to }) => (
            <li key={kind}>
              <Link to={to} className="group flex min-h-12 items-center justify-between gap-4 py-2">
                <span className="min-w-0 underline decoration-line-strong underline-offset-4 group-hover:decoration-ink">
                  {t(`people.attention_${kind}`)}
                </span>
                <strong className="shrink-0 text-lg tabular-nums">
                  {count < limit ? count : t("people.attentionMany", { count: limit })}
                </strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
