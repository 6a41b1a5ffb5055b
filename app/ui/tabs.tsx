import { Link } from "./link";
import { classNames } from "./looks";

type TabsProps = {
  label: string;
  items: readonly { to: string; label: string; current: boolean }[];
  className?: string;
};

export function Tabs({ label, items, className }: TabsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap gap-1 rounded-control bg-sunken p-1">
        {items.map((item) => (
          <li key={item.to} className="flex-1">
            <Link
              to={item.to}
              preventScrollReset
              replace
              aria-current={item.current ? "page" : undefined}
              className={classNames(
                "flex min-h-11 items-center justify-center rounded-[0.5rem] px-1 text-center sm:px-4 font-semibold transition-colors",
                item.current ? "bg-raised text-ink shadow-card" : "text-ink-soft hover:text-ink",
              )}
            >
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
