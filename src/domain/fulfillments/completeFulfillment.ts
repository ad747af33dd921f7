import { commandFulfillment, systemOccurrence } from "./commandFulfillment.ts"
import { refusedTo } from "./DeskCommand.ts"
import type { FulfillmentId } from "./Fulfillment.ts"

/** The system did what a claim of an internal type stands for (F14). In a transaction of its caller's. */
export const completeFulfillment = (fulfillmentId: FulfillmentId) =>
  commandFulfillment({
    locator: { id: fulfillmentId, everywhere: true },
    trigger: "complete",
    occurrence: systemOccurrence("completed"),
    refusal: refusedTo
  })
