/** What someone is here. One person may be several. */
export interface Roles {
  isAdmin: boolean;
  isCreator: boolean;
  isConsumer: boolean;
}

/**
 * Whether someone may enter the creator area (product.md, Screens and Roles; design.md, decision 8): a session is needed, and
 * a creator profile, which whoever has none is asked to complete. Undefined is nobody signed in.
 */
export function decideCreatorAccess(roles: Roles | undefined): "enter" | "signIn" | "completeProfile" {
  if (!roles) return "signIn";
  return roles.isCreator ? "enter" : "completeProfile";
}

/** Whether someone may enter the admin area (product.md, Roles): the role `admin`, and nothing else, opens it. */
export function decideAdminAccess(roles: Roles | undefined): "enter" | "signIn" | "refuse" {
  if (!roles) return "signIn";
  return roles.isAdmin ? "enter" : "refuse";
}

/** Whether someone may try to become the first administrator: anyone, or the one named (design.md, decision 9). */
export function mayClaimFirstAdmin(email: string, firstAdminEmail: string | undefined): boolean {
  return firstAdminEmail === undefined || email.toLowerCase() === firstAdminEmail.toLowerCase();
}
