import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { AccountRows, AreaFrame, PortraitMenu } from "~/features/base/accounts/area-frame";
import { AdminDashboardSkeleton, HeaderSearch, SearchLink } from "~/features/office/dashboard/admin-frame";
import { countOpenDisputes } from "~/features/office/disputes/disputes.queries.server";
import { adminArea } from "~/i18n/locales/pt/administration";
import { MoreTexts } from "~/i18n/texts";
import { useText } from "~/i18n/use-locale";
import { requireAdmin } from "~/server/guards.server";
import { Spinner } from "~/ui/button";
import { useSlowNavigation } from "~/ui/navigation";
import { NavMark } from "~/ui/page-frame/area-menu";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireAdmin({ request, context });
  return { email, disputes: await countOpenDisputes(context.services.db) };
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
  const { email, disputes } = useLoaderData<typeof loader>();
  const checking = useNavigation().state === "loading";
  return (
    <AreaFrame
      homeTo="/admin/dashboard"
      navLabel={t("admin.nav")}
      tools={{
        always: <SearchLink />,
        wide: (
          <>
            <HeaderSearch />
            <PortraitMenu label={t("accounts.account")} name={email} email={email}>
              <AccountRows withLanguage={false} />
            </PortraitMenu>
          </>
        ),
        menuEnd: <AccountRows withLanguage={false} />,
      }}
      nav={[
        { to: "/admin/dashboard", label: t("admin.dashboard"), icon: "chart" },
        {
          to: "people",
          label: t("people.both"),
          flat: true,
          items: [
            { to: "/admin/creators", label: t("people.creators"), icon: "star" },
            { to: "/admin/consumers", label: t("people.consumers"), icon: "users" },
          ],
        },
        { to: "/admin/sales", label: t("office.sales"), icon: "card" },
        { to: "/admin/payouts", label: t("payouts.title"), icon: "bank" },
        {
          to: "/admin/disputes",
          label: t("disputes.title"),
          icon: "alert",
          mark: disputes > 0 && (
            <NavMark count={disputes} text={t("office.disputesOpen", { count: disputes })} />
          ),
        },
        { to: "/admin/reconciliation", label: t("office.reconciliation"), icon: "check" },
        { to: "/admin/reviews", label: t("moderation.nav"), icon: "shield", covers: ["/admin/questions"] },
        {
          to: "more",
          label: t("office.moreNav"),
          icon: "dots",
          items: [
            { to: "/admin/audit", label: t("audit.title") },
            { to: "/admin/coupons", label: t("coupons.title") },
            { to: "/admin/admins", label: t("people.admins") },
            { to: "/admin/approvals", label: t("approvals.title") },
            { to: "/admin/invoices", label: t("office.documents") },
            { to: "/admin/payouts/release", label: t("people.rules"), covers: ["/admin/payouts/smallest"] },
          ],
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

/** 3 table rows: product.md, Constants. */
function Page() {
  const coming = useSlowNavigation();
  const { pathname } = useLocation();
  // The dashboard's own tabs and pages have placeholders of their own.
  const arrives = coming === "/admin/dashboard" && pathname !== coming;
  return arrives ? <AdminDashboardSkeleton /> : <Outlet />;
}
