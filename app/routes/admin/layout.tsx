import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLocation, useNavigation } from "@remix-run/react";
import { AreaFrame } from "~/features/accounts/terms/area-frame";
import { AdminDashboardSkeleton } from "~/features/office/dashboard/admin-dashboard-skeleton";
import { adjust } from "~/i18n/locales/pt/administration/adjust";
import { bankStatement } from "~/i18n/locales/pt/administration/bank-statement";
import { disputes } from "~/i18n/locales/pt/administration/disputes";
import { fees } from "~/i18n/locales/pt/administration/fees";
import { paying } from "~/i18n/locales/pt/administration/paying";
import { payouts as payoutDesk } from "~/i18n/locales/pt/administration/payouts";
import { releases } from "~/i18n/locales/pt/administration/releases";
import { approvals } from "~/i18n/locales/pt/approvals";
import { audit } from "~/i18n/locales/pt/audit";
import { moderation } from "~/i18n/locales/pt/moderation";
import { office } from "~/i18n/locales/pt/office";
import { people } from "~/i18n/locales/pt/people";
import { coupons } from "~/i18n/locales/pt/selling/coupons";
import { creatorPayouts } from "~/i18n/locales/pt/selling/creator-payouts";
import { MoreTexts } from "~/i18n/texts";
import { useText } from "~/i18n/use-locale";
import { requireAdmin } from "~/server/guards.server";
import { useSlowNavigation } from "~/ui/slow-navigation";
import { Spinner } from "~/ui/spinner";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  return null;
}

const texts = {
  adjust,
  approvals,
  audit,
  bankStatement,
  coupons,
  disputes,
  fees,
  moderation,
  office,
  paying,
  payouts: { ...payoutDesk, ...creatorPayouts },
  people,
  releases,
};

export default function AdminLayout() {
  return (
    <MoreTexts texts={texts}>
      <Frame />
    </MoreTexts>
  );
}

function Frame() {
  const t = useText();
  const checking = useNavigation().state === "loading";
  return (
    <AreaFrame
      homeTo="/admin/dashboard"
      navLabel={t("admin.nav")}
      nav={[
        { to: "/admin/dashboard", label: t("admin.dashboard"), icon: "chart" },
        { to: "/admin/creators", label: t("people.creators"), icon: "star" },
        { to: "/admin/consumers", label: t("people.consumers"), icon: "users" },
        { to: "/admin/sales", label: t("office.sales"), icon: "card" },
        { to: "/admin/payouts", label: t("payouts.title"), icon: "bank" },
        { to: "/admin/reconciliation", label: t("office.reconciliation"), icon: "shield" },
        { to: "/admin/reviews", label: t("moderation.nav"), icon: "alert" },
        { to: "/admin/search", label: t("people.findTitle"), icon: "search" },
        { to: "/admin/audit", label: t("audit.title"), icon: "eye" },
      ]}
      notice={
        checking && (
          <p
            role="status"
            className="flex items-center justify-center gap-2 bg-sunken py-2 text-sm text-ink-soft"
          >
            <Spinner />
            {t("admin.checking")}
          </p>
        )
      }
    >
      <Page />
    </AreaFrame>
  );
}

/** Shows the dashboard's placeholder while it loads (3 table rows: product.md, Constants). */
function Page() {
  const coming = useSlowNavigation();
  const { pathname } = useLocation();
  // The dashboard's own tabs and pages have placeholders of their own.
  const arrives = coming === "/admin/dashboard" && pathname !== coming;
  return arrives ? <AdminDashboardSkeleton /> : <Outlet />;
}
