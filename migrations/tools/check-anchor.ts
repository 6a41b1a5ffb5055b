import { existsSync, readFileSync } from "node:fs";
import pg from "pg";

export type AnchorCheck =
  /** The ledger up to that day is as it was anchored. */
  | { ok: true; day: string }
  /** `day`: the first whose entries differ; undefined where the anchor alone cannot say. */
  | { ok: false; day: string | undefined };

interface Link {
  day: string;
  last_entry: string;
  lines: string;
  root: string;
  /** Null in anchors from before the audit log was anchored. */
  last_audit: string | null;
  audit_root: string | null;
  chain: string;
}

/**
 * Compares the ledger with an anchor kept outside the database.
 * `anchor`: a chain's hash from a mail, or the path of a file from the store, which also names the first day that
 * differs where the database's own anchors were rewritten.
 * Throws when the file holds no anchors.
 */
export async function checkAnchor(databaseUrl: string, anchor: string): Promise<AnchorCheck> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "sabia-check-anchor" });
  await client.connect();
  try {
    return existsSync(anchor)
      ? await compareWithFile(client, readLinks(readFileSync(anchor, "utf8")))
      : await findChain(client, anchor.trim().toLowerCase());
  } finally {
    await client.end();
  }
}

/**
 * Reads the lines of a file of anchors, separated by spaces: day, last entry, lines, root, the last entry of the audit
 * log and the hash of those (both missing in old lines), and chain.
 */
function readLinks(text: string): Link[] {
  const links = text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([day = ""]) => /^\d{4}-\d{2}-\d{2}$/.test(day))
    .map(([day = "", last_entry = "", lines = "", root = "", ...rest]) => {
      const chain = rest.at(-1) ?? "";
      const [last_audit = null, audit_root = null] = rest.slice(0, -1);
      return { day, last_entry, lines, root, last_audit, audit_root, chain };
    });
  if (links.length === 0) throw new Error("the file holds no anchors");
  return links;
}

async function compareWithFile(client: pg.Client, links: readonly Link[]): Promise<AnchorCheck> {
  let before: Link | undefined;
  for (const link of links) {
    const { rows } = await client.query<{ same: boolean }>(
      `SELECT root = $5 AND lines = $4 AND ledger_chain($1, $6, $3, lines, root, $8, $9) = $7
         AND ($8::bigint IS NULL OR $6::date < now() - interval '5 years' OR $9 = audit_root($10, $8)) AS same
       FROM ledger_root($2::bigint, $3::bigint)`,
      [
        before?.chain ?? null,
        before?.last_entry ?? -1,
        link.last_entry,
        link.lines,
        link.root,
        link.day,
        link.chain,
        link.last_audit,
        link.audit_root,
        before?.last_audit ?? 0,
      ],
    );
    if (!rows[0]?.same) return { ok: false, day: link.day };
    before = link;
  }
  return { ok: true, day: before?.day ?? "" };
}

async function findChain(client: pg.Client, hash: string): Promise<AnchorCheck> {
  const { rows } = await client.query<{ day: string; chain: string; kept_chain: string; is_same: boolean }>(
    "SELECT to_char(day, 'YYYY-MM-DD') AS day, chain, kept_chain, is_same FROM ledger_check_anchors() ORDER BY 1",
  );
  const match = rows.find(({ chain }) => chain === hash);
  if (match) return { ok: true, day: match.day };
  return { ok: false, day: rows.find(({ is_same }) => !is_same)?.day };
}
