/** A person may have several. */
export interface Roles {
  isAdmin: boolean;
  isCreator: boolean;
  isConsumer: boolean;
}

/**
 * Decides access to the creator area: a session and a creator profile (product.md, Roles).
 * `roles`: undefined when nobody is signed in.
 */
export function decideCreatorAccess(roles: Roles | undefined): "enter" | "signIn" | "completeProfile" {
  if (!roles) return "signIn";
  return roles.isCreator ? "enter" : "completeProfile";
}

/** Decides access to the admin area: only by the role `admin` (product.md, Roles). */
export function decideAdminAccess(roles: Roles | undefined): "enter" | "signIn" | "refuse" {
  if (!roles) return "signIn";
  return roles.isAdmin ? "enter" : "refuse";
}
