import type { ReactNode } from "react";
import { classNames } from "../looks";

const widths = { narrow: "max-w-2xl", medium: "max-w-4xl", wide: "max-w-7xl" };

type ContainerProps = { width?: keyof typeof widths; className?: string; children: ReactNode };

export function Container({ width = "wide", className, children }: ContainerProps) {
  return (
    <div className={classNames("mx-auto w-full px-4 sm:px-6 lg:px-8", widths[width], className)}>
      {children}
    </div>
  );
}
