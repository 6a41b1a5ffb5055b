import type { ReactNode } from "react";
import { classNames } from "./looks";

type CardProps = {
  as?: "div" | "article" | "section" | "li";
  /** Hover effect, for cards that are links. */
  lifts?: boolean;
  "aria-labelledby"?: string;
  className?: string;
  children: ReactNode;
};

/** Without padding, so that a picture may fill it. */
export function Card({ as: Element = "div", lifts = false, className, children, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={classNames(
        "overflow-hidden rounded-card border border-line bg-surface shadow-card",
        lifts && "transition-[box-shadow,translate] duration-200 hover:-translate-y-0.5 hover:shadow-lifted",
        className,
      )}
    >
      {children}
    </Element>
  );
}

export function CardBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames("p-5 sm:p-6", className)}>{children}</div>;
}
