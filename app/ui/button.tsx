import type { LinkProps } from "@remix-run/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonLook } from "./button-look";
import { useHydrated } from "./hydrated";
import { Link } from "./link";
import { Spinner } from "./spinner";

type Look = { variant?: ButtonVariant; size?: ButtonSize; className?: string; children: ReactNode };

type ButtonProps = Look &
  Omit<ComponentPropsWithoutRef<"button">, "style" | "children"> & {
    /** The button is disabled, marked busy and shows a spinner. */
    pending?: boolean;
    /** Text while pending; default: unchanged. */
    pendingLabel?: string;
  };

/** Marks the page's main button, which nothing may cover (`useClearOfButtons`). */
const isMain = (variant: ButtonVariant = "primary") =>
  (variant !== "secondary" && variant !== "quiet") || undefined;

export function Button({
  variant,
  size,
  className,
  pending = false,
  pendingLabel,
  disabled,
  type = "submit",
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      data-main={isMain(variant)}
      className={buttonLook(variant, size, className)}
    >
      {pending && <Spinner />}
      {pending ? (pendingLabel ?? children) : children}
    </button>
  );
}

type ButtonLinkProps = Look & Omit<LinkProps, "style" | "children" | "className">;

/** Accepts Remix's link props: `to`, `reloadDocument`, `target`, `prefetch`… */
export function ButtonLink({ variant, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} data-main={isMain(variant)} className={buttonLook(variant, size, className)}>
      {children}
    </Link>
  );
}

/** Opens the browser's print dialog; shown only with script, which it needs. */
export function PrintButton({ children }: { children: string }) {
  if (!useHydrated()) return null;
  return (
    <Button type="button" variant="secondary" size="small" className="print:hidden" onClick={() => print()}>
      {children}
    </Button>
  );
}
