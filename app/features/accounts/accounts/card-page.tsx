import type { ComponentProps } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { AuthLayout } from "~/ui/page-frame/auth-layout";
import { ShopFooter } from "./shop-footer";

type CardPageProps = Omit<ComponentProps<typeof AuthLayout>, "footer" | "homeTo" | "backLabel"> & {
  /** Default: "back". */
  backLabel?: string;
};

/** A page with one card in its middle, such as a login. */
export function CardPage(props: CardPageProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <AuthLayout backLabel={t("common.back")} homeTo={linkTo("/").to} {...props} footer={<ShopFooter />} />
  );
}
