/** Who recovers a password: it says where the login is that they come from and go back to. */
export type RecoveryArea = "learner" | "creator" | "admin";

/** Tells by the address: the admin screens (product.md, Password recovery) have addresses of their own, creators a mark on the shared ones. */
export function recoveryAreaOf({ pathname, search }: { pathname: string; search: string }): RecoveryArea {
  if (pathname.startsWith("/admin/")) return "admin";
  return new URLSearchParams(search).get("as") === "creator" ? "creator" : "learner";
}

/** The pages of each area. `sent` is what follows a request for the mail. */
export const recoveryPaths = {
  learner: {
    login: "/consumer-login",
    forgot: "/forgot-password",
    sent: "/forgot-password?sent=1",
    reset: "/reset-password",
  },
  creator: {
    login: "/creator-login",
    forgot: "/forgot-password?as=creator",
    sent: "/forgot-password?as=creator&sent=1",
    reset: "/reset-password?as=creator",
  },
  admin: {
    login: "/admin-login",
    forgot: "/admin/forgot-password",
    sent: "/admin/forgot-password?sent=1",
    reset: "/admin/reset-password",
  },
} as const satisfies Record<RecoveryArea, Record<"login" | "forgot" | "sent" | "reset", string>>;
