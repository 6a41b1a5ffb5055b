import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { AreaFrame } from "~/features/accounts/accounts/area-frame";
import { TermsNotice } from "~/features/accounts/accounts/terms-notice";
import { DashboardSkeleton } from "~/features/studio/dashboard/dashboard-skeleton";
import { MyVideosSkeleton } from "~/features/studio/own-videos/my-videos-skeleton";
import { LanguageSwitch } from "~/i18n/language-switch";
import { pageTexts } from "~/i18n/text-group";
import { useText } from "~/i18n/use-locale";
import { requireCreator } from "~/server/guards.server";
import { useSlowNavigation } from "~/ui/slow-navigation";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireCreator({ request, context });
  return null;
}

const CreatorTexts = pageTexts(
  import.meta.glob("~/i18n/locales/*/creator-area.ts", { import: "creatorArea" }),
);

export default function CreatorLayout() {
  return (
    <CreatorTexts>
      <Frame />
    </CreatorTexts>
  );
}

function Frame() {
  const t = useText();
  return (
    <AreaFrame
      homeTo="/creator/dashboard"
      navLabel={t("creator.nav")}
      notice={<TermsNotice />}
      footerEnd={
        <div className="mb-3 w-fit">
          <LanguageSwitch />
        </div>
      }
      nav={[
        { to: "/creator/dashboard", label: t("creator.dashboard"), icon: "chart" },
        {
          to: "/creator/videos",
          label: t("creator.myVideos"),
          icon: "video",
          covers: ["/creator/courses", "/creator/coupons"],
        },
        { to: "/creator/upload", label: t("creator.upload"), icon: "upload" },
        { to: "/creator/figures", label: t("figures.title"), icon: "eye" },
        { to: "/creator/questions", label: t("questions.inbox.title"), icon: "info" },
        { to: "/creator/profile", label: t("creators.yourPage"), icon: "user" },
        {
          to: "/creator/payments",
          label: t("creator.payments"),
          icon: "wallet",
          covers: ["/creator/payouts", "/creator/year"],
        },
      ]}
    >
      <Page />
    </AreaFrame>
  );
}

/** Shows the next page's placeholder while it loads (4 video cards, 3 sales: product.md, Constants). */
function Page() {
  const coming = useSlowNavigation();
  switch (coming) {
    case "/creator/dashboard":
      return <DashboardSkeleton />;
    case "/creator/videos":
      return <MyVideosSkeleton />;
    default:
      return <Outlet />;
  }
}
