/** The operator's choice, from ADMIN_SECOND_FACTOR. */
export type AdminSecondFactor = "required" | "optional" | "never";

/**
 * Returns whether an administrator must have set up a second factor. By default only for payouts: from the first one
 * on, a stolen password is not enough to move money. `part`: the whole office, or preparing payouts and recording how
 * they ended.
 */
export function mustHaveSecondFactor(choice: AdminSecondFactor, part: "office" | "payouts"): boolean {
  return part === "payouts" ? choice !== "never" : choice === "required";
}
