/** It owns nothing (migrations/tools/application-role.ts). */
import { onServer } from "./on-server";

export const applicationRole = "sabia_app";

/** `adminUrl`: a database on the server, as its superuser. */
export async function ensureApplicationRole(adminUrl: string, password: string): Promise<void> {
  await onServer(adminUrl, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [applicationRole]);
    const verb = rowCount ? "ALTER" : "CREATE";
    await client.query(`${verb} ROLE ${applicationRole} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  });
}

export function asApplicationRole(url: string, password: string): string {
  const changed = new URL(url);
  changed.username = applicationRole;
  changed.password = password;
  return changed.href;
}
