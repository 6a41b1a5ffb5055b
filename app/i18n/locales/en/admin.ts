export const admin = {
  noPermission: "You do not have permission to enter this area",
  checking: "Checking access...",
  nav: "Administration",
  dashboard: "Panel",
} as const;
