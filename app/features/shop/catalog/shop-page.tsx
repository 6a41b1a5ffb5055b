import type { ComponentProps, ReactNode } from "react";
import { ShopFooter } from "~/features/base/accounts/shop-footer";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Container } from "~/ui/page-frame/container";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { ShopHeader } from "./account-links";

export function ShopPage(content: ComponentProps<typeof Container>) {
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container {...content} />
      </main>
      <ShopFooter />
    </div>
  );
}

interface AccountPageProps {
  title: string;
  description: ReactNode;
  /** Of the link above the title; default: the account page. */
  backTo?: string;
  children: ReactNode;
}

export function AccountPage({ title, description, backTo, children }: AccountPageProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <ShopPage width="narrow" className="pt-4 pb-8 sm:pt-6 sm:pb-12">
      <PageHeader
        above={
          <BackLink {...linkTo(backTo ?? "/account")} className="print:hidden">
            {t(backTo ? "common.back" : "accounts.accountTitle")}
          </BackLink>
        }
        title={title}
        description={description}
      />
      <Card as="section" className="mt-8 p-6 sm:p-8">
        {children}
      </Card>
    </ShopPage>
  );
}
