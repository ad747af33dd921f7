import { DateTime, Effect } from "effect"
import { TokenRefused } from "../access/CredentialErrors.ts"
import { MemberCaller } from "../access/MemberCaller.ts"
import { commandFulfillment } from "./commandFulfillment.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { FulfillmentNotConfirmable } from "./FulfillmentErrors.ts"

/**
 * The member reports the claim as used, which makes the spend final. Only for self-confirmed types, from claimed or
 * approved; if it is already fulfilled, by anyone, the original time is returned (MEM-068 to MEM-077, A-100).
 */
export const confirmFulfillment = Effect.fnUntraced(function* (fulfillmentId: FulfillmentId) {
  const { memberId } = yield* MemberCaller
  const { locked } = yield* commandFulfillment<FulfillmentNotConfirmable | TokenRefused>({
    locator: { id: fulfillmentId, memberId },
    trigger: "confirm",
    occurrence: { action: "confirmed" },
    closed: () => new TokenRefused({ reason: "claims" }),
    refusal: (status, { redemptionType }) => new FulfillmentNotConfirmable({ status, redemptionType }),
    alreadyDone: "fulfilled"
  })
  const { fulfilledAt, status } = locked.row
  if (fulfilledAt === null) return yield* Effect.die(new Error("Fulfilled without a time"))
  return { success: true, status, fulfilledAt: DateTime.formatIso(fulfilledAt) }
})
