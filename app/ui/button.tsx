import type { LinkProps } from "@remix-run/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { useHydrated } from "./hydrated";
import { Link } from "./link";
import { type ButtonSize, type ButtonVariant, buttonLook, classNames } from "./looks";

type Look = { variant?: ButtonVariant; size?: ButtonSize; className?: string; children: ReactNode };

type ButtonProps = Look &
  Omit<ComponentPropsWithoutRef<"button">, "style" | "children"> & {
    pending?: boolean;
    /** Text while pending. */
    pendingLabel?: string;
  };

/** Must not be covered (`useClearOfControls`). */
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

export function ButtonLink({ variant, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} data-main={isMain(variant)} className={buttonLook(variant, size, className)}>
      {children}
    </Link>
  );
}

export function PrintButton({ children }: { children: string }) {
  if (!useHydrated()) return null;
  return (
    <Button type="button" variant="secondary" size="small" className="print:hidden" onClick={() => print()}>
      {children}
    </Button>
  );
}

export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={classNames("shrink-0 animate-spin", className ?? "size-[1.25em]")}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
