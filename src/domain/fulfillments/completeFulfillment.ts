import { commandFulfillment, systemOccurrence } from "./commandFulfillment.ts"
import { InvalidStateTransition } from "./FulfillmentErrors.ts"
import type { FulfillmentId } from "./Fulfillment.ts"

/** Fulfils a claim of an internal type, once the system has delivered it (F14). In the caller's transaction. */
export const completeFulfillment = (fulfillmentId: FulfillmentId) =>
  commandFulfillment({
    locator: { id: fulfillmentId, everywhere: true },
    trigger: "complete",
    occurrence: systemOccurrence("completed"),
    refusal: (currentStatus) => new InvalidStateTransition({ currentStatus })
  })
