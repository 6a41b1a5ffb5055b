import { listConsumers, listCreators } from "~/features/office/people/people.queries.server";
import { listSales } from "~/features/office/sales/admin-sales.queries.server";
import { decideSaleSearch, type SaleSearch } from "~/features/office/sales/sale-search";
import { videoPath } from "~/features/videos/listing/video-address";
import { formatDateTime } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import type { Services } from "~/platform/services";
import { findDisputeOrRefund, findOwnerOfId, listVideosByTitle } from "./find-anything.queries.server";

/** The kind's own list has all. */
export const resultsOfKind = 5;

const resultKinds = ["creators", "consumers", "videos", "sales", "disputes"] as const;
type ResultKind = (typeof resultKinds)[number];

/** `more`: a second line. */
interface FoundRow {
  to: string;
  name: string;
  more: string;
}

export interface Found {
  kind: ResultKind;
  rows: FoundRow[];
  hasMore: boolean;
}

type Needs = Pick<Services, "db" | "clock">;

/** Searches e-mails, names, purchase numbers, our ids and the provider's, and video titles. */
export async function findAnything(services: Needs, typed: string): Promise<Found[]> {
  const search = decideSaleSearch(typed);
  if (!search) return [];
  const groups = await findBy(services, search);
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ kind, rows }) => ({
      kind,
      rows: rows.slice(0, resultsOfKind),
      hasMore: rows.length > resultsOfKind,
    }));
}

interface Group {
  kind: ResultKind;
  rows: FoundRow[];
}

async function findBy(services: Needs, search: SaleSearch): Promise<Group[]> {
  const { db } = services;
  switch (search.by) {
    case "saleId":
      return [await findSales(services, search), ...(await findById(services, search.saleId))];
    case "number":
      return [await findSales(services, search), ...(await findByText(services, search.number))];
    case "providerId": {
      const match = await findDisputeOrRefund(db, search.id);
      if (!match) return [await findSales(services, search), ...(await findByText(services, search.id))];
      if ("saleId" in match) return [await findSales(services, { by: "saleId", saleId: match.saleId })];
      const { disputeId } = match;
      return [
        { kind: "disputes", rows: [{ to: `/admin/disputes/${disputeId}`, name: disputeId, more: "" }] },
      ];
    }
    case "email":
      return [...(await findPeople(services, search.email)), await findSales(services, search)];
    default:
      return findByText(services, search.title);
  }
}

async function findByText(services: Needs, text: string): Promise<Group[]> {
  const [people, videos] = await Promise.all([
    findPeople(services, text),
    listVideosByTitle(services.db, { title: text, limit: resultsOfKind + 1 }),
  ]);
  const rows = videos.map(({ id, title, creator }) => ({
    to: videoPath({ id, title }),
    name: title,
    more: creator ?? "",
  }));
  return [...people, { kind: "videos", rows }];
}

async function findPeople({ db, clock }: Needs, search: string): Promise<Group[]> {
  const [creators, consumers] = await Promise.all([
    listCreators(db, { search }, clock()),
    listConsumers(db, { search }),
  ]);
  const rowsOf = (kind: "creators" | "consumers", { rows }: { rows: Person[] }): Group => ({
    kind,
    rows: rows.map((person) => ({
      to: `/admin/${kind}/${person.user_id}`,
      name: person.full_name,
      more: person.email,
    })),
  });
  return [rowsOf("creators", creators), rowsOf("consumers", consumers)];
}

interface Person {
  user_id: string;
  full_name: string;
  email: string;
}

async function findById({ db }: Needs, id: string): Promise<Group[]> {
  const owner = await findOwnerOfId(db, id);
  const row = (to: string, name: string): FoundRow[] => [{ to, name, more: "" }];
  return [
    { kind: "creators", rows: owner?.isCreator ? row(`/admin/creators/${id}`, id) : [] },
    { kind: "consumers", rows: owner?.isConsumer ? row(`/admin/consumers/${id}`, id) : [] },
    { kind: "videos", rows: owner?.title ? row(videoPath({ id, title: owner.title }), owner.title) : [] },
  ];
}

async function findSales({ db }: Needs, search: SaleSearch): Promise<Group> {
  const { rows } = await listSales(db, { search });
  return {
    kind: "sales",
    rows: rows.map((sale) => ({
      to: `/admin/sales/${sale.id}`,
      name: `${sale.purchase_number} · ${sale.title}`,
      more: `${formatMoney(sale.amount_cents, sale.currency)} · ${sale.buyer_email} · ${formatDateTime(sale.created_at)}`,
    })),
  };
}
