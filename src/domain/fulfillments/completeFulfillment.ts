import { asSystem } from "../audit/audit.ts"
import { commandFulfillment } from "./commandFulfillment.ts"
import { InvalidStateTransition } from "./FulfillmentErrors.ts"
import type { FulfillmentId } from "./Fulfillment.ts"

/** Fulfils a claim of an internal type once the system has delivered it (F14). Runs in the caller's transaction. */
export const completeFulfillment = (fulfillmentId: FulfillmentId) =>
  asSystem(
    commandFulfillment({
      locator: { id: fulfillmentId, everywhere: true },
      trigger: "complete",
      occurrence: { action: "completed" },
      refusal: (currentStatus) => new InvalidStateTransition({ currentStatus })
    })
  )
