import { adjust } from "./administration/adjust";
import { bankStatement } from "./administration/bank-statement";
import { disputes } from "./administration/disputes";
import { fees } from "./administration/fees";
import { mailNames } from "./administration/mail-names";
import { paying } from "./administration/paying";
import { payouts as payoutDesk } from "./administration/payouts";
import { releases } from "./administration/releases";
import { approvals } from "./approvals";
import { audit } from "./audit";
import { moderation } from "./moderation";
import { office } from "./office";
import { people } from "./people";
import { coupons } from "./selling/coupons";
import { creatorPayouts } from "./selling/creator-payouts";

/** The texts of the administrators' area, which its layout loads. It is in Portuguese only. */
export const adminArea = {
  adjust,
  approvals,
  audit,
  bankStatement,
  coupons,
  disputes,
  fees,
  mailNames,
  moderation,
  office,
  paying,
  payouts: { ...payoutDesk, ...creatorPayouts },
  people,
  releases,
};
