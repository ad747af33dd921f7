import { Effect } from "effect"
import { TokenRefused } from "../access/CredentialErrors.ts"
import { MemberCaller } from "../access/MemberCaller.ts"
import { commandFulfillment } from "./commandFulfillment.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { FulfillmentNotCancellable } from "./FulfillmentErrors.ts"

/**
 * Cancels an open claim of the caller: refunds the whole charge in the same assets, voids its codes and notifies the
 * venue (MEM-078 to MEM-086). Refused, without effect, once the claim has ended.
 */
export const cancelFulfillment = Effect.fnUntraced(function* (fulfillmentId: FulfillmentId) {
  const { memberId } = yield* MemberCaller
  yield* commandFulfillment<FulfillmentNotCancellable | TokenRefused>({
    locator: { id: fulfillmentId, memberId },
    trigger: "cancel",
    occurrence: { action: "cancelled" },
    closed: () => new TokenRefused({ reason: "claims" }),
    refusal: (status) => new FulfillmentNotCancellable({ status })
  })
  return { success: true, message: "The fulfillment is cancelled and its points are refunded" }
})
