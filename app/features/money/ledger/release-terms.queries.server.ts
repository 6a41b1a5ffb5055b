import { sql } from "kysely";
import { type ReleaseDays, type ReleaseTerms, type Reserve, releaseDays } from "./release-rules";

export interface ReleaseTermsJson {
  days: ReleaseDays;
  reserve: Reserve | null;
}

/** Selects the days and the reserve of a creator's sales that were paid at an instant; null: not paid yet. */
export function releaseTermsJson(creatorId: string, paidAt: Date | null) {
  return sql<ReleaseTermsJson>`(
    SELECT json_build_object('days', json_build_object(
        'pix', release_days('pix', at), 'boleto', release_days('boleto', at), 'card', release_days('card', at)),
      'reserve', (SELECT row_to_json(reserve) FROM reserve_of(${creatorId}::uuid, at) AS reserve))
    FROM (SELECT ${paidAt}::timestamptz AS at) AS paid)`;
}

export function readReleaseTerms(json: ReleaseTermsJson | undefined): ReleaseTerms {
  return { days: json?.days ?? releaseDays, reserve: json?.reserve ?? undefined };
}
