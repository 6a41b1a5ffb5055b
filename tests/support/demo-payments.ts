import type { fillShop } from "../../dev/demo/add-demo-data";
import { deliverEvents } from "./people";
import type { TestWorld } from "./test-services";

/** The local Stripe as the demo's purchases use it; its events are delivered at once. */
export function demoPayments(world: TestWorld): Parameters<typeof fillShop>[1] {
  return {
    sessions: () => world.stripe.sessions(),
    setBehind: (milliseconds) => world.stripe.setBehind(milliseconds),
    pay: async (sessionId, attempt) => {
      const paid = await world.stripe.pay(sessionId, attempt);
      await deliverEvents(world, sessionId);
      return paid;
    },
  };
}
