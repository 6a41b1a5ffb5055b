import { createChargeDesk } from "./charges";
import { createCheckoutDesk } from "./checkout";
import { createDisputeDesk } from "./disputes";
import { createFileDesk } from "./files";
import { createMovementDesk } from "./movements";
import { createRefundDesk } from "./refunds";
import type { Account } from "./state";

export type Desks = ReturnType<typeof openDesks>;

/** What can be done with the account's objects. `folder`: for the contents of files. */
export function openDesks(account: Account, folder: string | undefined) {
  const charges = createChargeDesk(account);
  const files = createFileDesk(account, folder);
  return {
    charges,
    files,
    checkout: createCheckoutDesk(account, charges),
    refunds: createRefundDesk(account),
    disputes: createDisputeDesk(account, files),
    movements: createMovementDesk(account),
  };
}
