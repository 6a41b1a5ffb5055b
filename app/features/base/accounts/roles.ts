/** A person may have several. */
export interface Roles {
  isAdmin: boolean;
  isCreator: boolean;
  isConsumer: boolean;
}

/** Requires a creator profile (product.md, Roles). */
export function decideCreatorAccess(roles: Roles | undefined): "enter" | "signIn" | "completeProfile" {
  if (!roles) return "signIn";
  return roles.isCreator ? "enter" : "completeProfile";
}

/** Requires the role `admin` (product.md, Roles). */
export function decideAdminAccess(roles: Roles | undefined): "enter" | "signIn" | "refuse" {
  if (!roles) return "signIn";
  return roles.isAdmin ? "enter" : "refuse";
}
