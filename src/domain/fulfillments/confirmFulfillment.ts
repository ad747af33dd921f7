import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import type { MemberCommand } from "./cancelFulfillment.ts"
import { commandFulfillment } from "./commandFulfillment.ts"
import { FulfillmentNotConfirmable } from "./FulfillmentErrors.ts"

/**
 * The member reports the claim as used; the spend is final. Only claims of self-confirmed types, from claimed or
 * approved; one already fulfilled, by anyone, answers its first time again (MEM-068 to MEM-077, A-100).
 */
export const confirmFulfillment = Effect.fnUntraced(function* ({ fulfillmentId, requestId }: MemberCommand) {
  const { memberId, xid } = yield* MemberCaller
  const { locked } = yield* commandFulfillment({
    locator: { id: fulfillmentId, memberId },
    trigger: "confirm",
    occurrence: { actor: { kind: "member", id: xid }, requestId, action: "confirmed" },
    refusal: (status, { redemptionType }) => new FulfillmentNotConfirmable({ status, redemptionType }),
    alreadyDone: "fulfilled"
  })
  const { fulfilledAt, status } = locked.row
  if (fulfilledAt === null) return yield* Effect.die(new Error("Fulfilled without a time"))
  return { success: true, status, fulfilledAt: DateTime.formatIso(fulfilledAt) }
})
