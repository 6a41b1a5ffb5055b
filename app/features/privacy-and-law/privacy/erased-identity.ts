/** Returns an address that can never receive mail (RFC 2606, section 2), different for each account. */
export function erasedEmail(userId: string): string {
  return `${userId}@erased.invalid`;
}

/** Returns the handle of an erased creator, which says nothing about them. */
export function erasedHandle(userId: string): string {
  return `conta-${userId.replaceAll("-", "").slice(0, 20)}`;
}

/**
 * Returns the texts by which the audit log and unlinked payment events are searched for a person: e-mail, payout keys
 * and full names. A single word is left out, as it also occurs in texts about others.
 */
export function listIdentifyingTexts(
  texts: readonly (string | null)[],
  names: readonly (string | null)[],
): string[] {
  const whole = texts.filter((text): text is string => text !== null && text.length >= 6);
  const full = names.filter((name): name is string => name !== null && /\S\s+\S/.test(name.trim()));
  return [...new Set([...whole, ...full])];
}
