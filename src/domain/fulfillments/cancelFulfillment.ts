import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { commandFulfillment } from "./commandFulfillment.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { FulfillmentNotCancellable } from "./FulfillmentErrors.ts"

/** A claim of the caller's, and the request that names it. */
export interface MemberCommand {
  readonly fulfillmentId: FulfillmentId
  readonly requestId: string
}

/**
 * Cancels an open claim of the caller's: the whole charge is back in the same assets, its codes are void, its venue is told
 * (MEM-078 to MEM-086). One that came to its end is refused and stays as it is.
 */
export const cancelFulfillment = Effect.fnUntraced(function* ({ fulfillmentId, requestId }: MemberCommand) {
  const { memberId, xid } = yield* MemberCaller
  yield* commandFulfillment({
    locator: { id: fulfillmentId, memberId },
    trigger: "cancel",
    occurrence: { actor: { kind: "member", id: xid }, requestId, action: "cancelled" },
    refusal: (status) => new FulfillmentNotCancellable({ status })
  })
  return { success: true, message: "The fulfillment is cancelled and its points are back" }
})
