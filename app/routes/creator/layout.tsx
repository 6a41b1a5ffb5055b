import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { AccountRows, AreaFrame, PortraitMenu } from "~/features/base/accounts/area-frame";
import { TermsNotice } from "~/features/base/accounts/terms";
import { DashboardSkeleton, MyVideosSkeleton } from "~/features/studio/dashboard/creator-skeletons";
import { findCreatorHead } from "~/features/studio/dashboard/creator-totals.queries.server";
import { OutgoingStrip } from "~/features/studio/uploads/outgoing";
import { portraitSource } from "~/features/videos/pictures/picture-paths";
import { pageTexts } from "~/i18n/text-group";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { requireCreator } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { useSlowNavigation } from "~/ui/navigation";
import { MenuLink, NavMark } from "~/ui/page-frame/area-menu";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId, email } = await requireCreator({ request, context });
  const head = await findCreatorHead(context.services.db, userId);
  return {
    name: head?.full_name ?? "",
    portraitKey: head?.portrait_key ?? null,
    waiting: head?.waiting ?? 0,
    email,
  };
}

const CreatorTexts = pageTexts(import.meta.glob("~/i18n/locales/*/creator.ts", { import: "creatorArea" }));

export default function CreatorLayout() {
  return (
    <CreatorTexts>
      <Frame />
    </CreatorTexts>
  );
}

function Frame() {
  const { name, email, portraitKey, waiting } = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  const upload = linkTo("/creator/upload");
  const shop = { ...linkTo("/marketplace"), label: t("creator.viewShop"), icon: "store" } as const;
  /** The visible word comes first. */
  const named = (label: string, title: string) =>
    label === title ? { label } : { label, name: `${label}: ${title}` };
  return (
    <AreaFrame
      homeTo="/creator/dashboard"
      navLabel={t("creator.nav")}
      notice={<TermsNotice />}
      tools={{
        always: (
          <ButtonLink {...upload} variant="secondary" size="small" aria-label={t("creator.upload")}>
            <Icon name="upload" />
            {t("creator.navItems.send")}
          </ButtonLink>
        ),
        wide: (
          <>
            <ButtonLink to={shop.to} variant="quiet" size="small">
              <Icon name={shop.icon} />
              {shop.label}
            </ButtonLink>
            <PortraitMenu
              label={t("creator.accountOf", { name })}
              name={name}
              email={email}
              source={portraitSource(portraitKey)}
            >
              <AccountRows />
            </PortraitMenu>
          </>
        ),
        menuEnd: (
          <>
            <MenuLink item={shop} />
            <AccountRows />
          </>
        ),
      }}
      nav={[
        {
          to: "/creator/dashboard",
          icon: "chart",
          ...named(t("creator.navItems.home"), t("creator.dashboard")),
        },
        {
          to: "/creator/videos",
          icon: "video",
          covers: ["/creator/coupons", "/creator/upload"],
          ...named(t("creator.navItems.videos"), t("creator.myVideos")),
        },
        { to: "/creator/courses", icon: "list", label: t("creator.navItems.courses") },
        { to: "/creator/figures", icon: "eye", label: t("creator.navItems.figures") },
        {
          to: "/creator/questions",
          icon: "message",
          covers: ["/creator/announcements"],
          label: t("creator.navItems.questions"),
          mark: waiting > 0 && <NavMark count={waiting} text={t("creator.unanswered", { count: waiting })} />,
        },
        {
          to: "/creator/payments",
          icon: "wallet",
          covers: ["/creator/payouts", "/creator/year"],
          ...named(t("creator.navItems.receive"), t("creator.payments")),
        },
        { to: "/creator/profile", icon: "user", label: t("creator.navItems.page") },
      ]}
    >
      <OutgoingStrip />
      <Page />
    </AreaFrame>
  );
}

/** 4 video cards, 3 sales: product.md, Constants. */
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
