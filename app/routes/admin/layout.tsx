import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLocation, useNavigation } from "@remix-run/react";
import { AreaFrame } from "~/features/accounts/accounts/area-frame";
import { AdminDashboardSkeleton } from "~/features/office/dashboard/admin-dashboard-skeleton";
import { adminArea } from "~/i18n/locales/pt/administration";
import { MoreTexts } from "~/i18n/texts";
import { useText } from "~/i18n/use-locale";
import { requireAdmin } from "~/server/guards.server";
import { useSlowNavigation } from "~/ui/slow-navigation";
import { Spinner } from "~/ui/spinner";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  return null;
}

export default function AdminLayout() {
  return (
    <MoreTexts texts={adminArea}>
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
        {
          to: "/admin/sales",
          label: t("office.sales"),
          icon: "card",
          covers: ["/admin/invoices", "/admin/disputes", "/admin/coupons"],
        },
        { to: "/admin/payouts", label: t("payouts.title"), icon: "bank" },
        { to: "/admin/reconciliation", label: t("office.reconciliation"), icon: "shield" },
        { to: "/admin/reviews", label: t("moderation.nav"), icon: "alert", covers: ["/admin/questions"] },
        { to: "/admin/search", label: t("people.findTitle"), icon: "search" },
        {
          to: "/admin/audit",
          label: t("audit.title"),
          icon: "eye",
          covers: ["/admin/admins", "/admin/approvals"],
        },
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
