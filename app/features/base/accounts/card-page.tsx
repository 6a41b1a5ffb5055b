import type { ComponentProps, ReactNode } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { Logo } from "~/ui/page-frame/logo";
import { BackLink } from "~/ui/page-frame/page-header";
import { ShopFooter } from "./shop-footer";

type CardPageProps = Omit<ComponentProps<typeof AuthLayout>, "footer" | "homeTo" | "backLabel"> & {
  backLabel?: string;
};

export function CardPage(props: CardPageProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <AuthLayout backLabel={t("common.back")} homeTo={linkTo("/").to} {...props} footer={<ShopFooter />} />
  );
}

type AuthLayoutProps = {
  backTo: string;
  backLabel: string;
  homeTo?: string;
  title: string;
  description?: ReactNode;
  corner?: ReactNode;
  below?: ReactNode;
  /** On a wide screen beside the card, else above it. */
  beside?: ReactNode;
  footer: ReactNode;
  children: ReactNode;
};

function AuthLayout({
  backTo,
  backLabel,
  homeTo = "/",
  title,
  description,
  corner,
  below,
  beside,
  footer,
  children,
}: AuthLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2 sm:px-6">
        <BackLink to={backTo}>{backLabel}</BackLink>
        {corner}
      </header>
      <main
        id="main"
        className={classNames(
          "mx-auto flex w-full max-w-lg grow flex-col justify-center px-4 pt-4 pb-16 sm:px-0",
          Boolean(beside) && "lg:max-w-4xl",
        )}
      >
        <Link
          to={homeTo}
          className="mb-8 inline-flex min-h-11 items-center self-center rounded-control px-1 text-ink"
        >
          <Logo markClassName="size-12" />
        </Link>
        <div
          className={
            beside ? "grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_30rem] lg:gap-12" : undefined
          }
        >
          {beside}
          <Card className="p-6 sm:p-9">
            <h1 className="text-2xl sm:text-3xl">{title}</h1>
            {description && <div className="mt-2 text-ink-soft">{description}</div>}
            <div className="mt-7">{children}</div>
          </Card>
        </div>
        {below && <div className="mt-6 text-center text-ink-soft">{below}</div>}
      </main>
      {footer}
    </div>
  );
}
