import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

/** The spec's route table (section 2) as code. */
export default [
  index("routes/public/landing.tsx"),
  route("creator-register", "routes/public/creator-register.tsx"),
  route("creator-login", "routes/public/creator-login.tsx"),
  route("consumer-login", "routes/public/consumer-login.tsx"),
  route("admin-login", "routes/public/admin-login.tsx"),
  route("auth/google", "routes/public/google-begin.ts"),
  route("auth/google/callback", "routes/public/google-callback.ts"),
  route("forgot-password", "routes/public/forgot-password.tsx"),
  route("reset-password", "routes/public/reset-password.tsx"),
  route("admin/forgot-password", "routes/public/forgot-password.tsx", { id: "admin-forgot-password" }),
  route("admin/reset-password", "routes/public/reset-password.tsx", { id: "admin-reset-password" }),
  route("logout", "routes/public/logout.ts"),
  route("account", "routes/account/account.tsx"),
  route("purchases", "routes/account/purchases.tsx"),
  route("purchases/:saleId/withdraw", "routes/account/withdraw.tsx"),

  route("marketplace", "routes/learner/marketplace.tsx"),
  route("videos/:videoId", "routes/learner/sales-page.tsx"),
  route("videos/:videoId/checkout", "routes/learner/checkout.ts"),
  route("checkout/return", "routes/learner/checkout-return.ts"),
  route("watch/:videoId", "routes/learner/watch.tsx"),
  route("watch/:videoId/link", "routes/learner/watch-link.ts"),
  route("watch/:videoId/position", "routes/learner/watch-position.ts"),

  layout("routes/creator/layout.tsx", [
    ...prefix("creator", [
      route("dashboard", "routes/creator/dashboard.tsx"),
      route("videos", "routes/creator/videos.tsx"),
      route("videos/:videoId/delete", "routes/creator/delete-video.tsx"),
      route("videos/:videoId/edit", "routes/creator/edit-video.tsx"),
      route("upload", "routes/creator/upload.tsx"),
      route("uploads", "routes/creator/uploads.ts"),
      route("uploads/:uploadId", "routes/creator/upload-end.ts"),
      route("payments", "routes/creator/payments.tsx"),
      route("payouts/:payoutId", "routes/creator/payout.tsx"),
      route("payouts/:payoutId/statement.csv", "routes/creator/payout-csv.ts"),
    ]),
  ]),

  layout("routes/admin/layout.tsx", [
    ...prefix("admin", [
      route("dashboard", "routes/admin/dashboard.tsx"),
      route("creators", "routes/admin/creators.tsx"),
      route("creators/:creatorId", "routes/admin/creator.tsx"),
      route("consumers", "routes/admin/consumers.tsx"),
      route("consumers/:consumerId", "routes/admin/consumer.tsx"),
      route("export/:file", "routes/admin/export.ts"),
      route("payouts", "routes/admin/payouts.tsx"),
      route("payouts/prepare", "routes/admin/prepare-payouts.tsx"),
      route("payouts/:batchId", "routes/admin/payout-batch.tsx"),
      route("payouts/:batchId/pay.csv", "routes/admin/pay-csv.ts"),
      route("payouts/:batchId/:payoutId", "routes/admin/payout-statement.tsx"),
      route("payouts/:batchId/:payoutId/statement.csv", "routes/admin/statement-csv.ts"),
      route("sales", "routes/admin/sales.tsx"),
      route("sales/:saleId", "routes/admin/sale.tsx"),
      route("reconciliation", "routes/admin/reconciliation.tsx"),
    ]),
  ]),

  route("robots.txt", "routes/system/robots.ts"),
  route("sitemap.xml", "routes/system/sitemap.ts"),
  route("webhooks/stripe", "routes/system/stripe-webhook.ts"),
  route("*", "routes/system/not-found.tsx"),
] satisfies RouteConfig;
