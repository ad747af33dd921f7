import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import type { Transitioned } from "./applyTransition.ts"
import { approveFulfillment } from "./approveFulfillment.ts"
import type { DeskCommand } from "./DeskCommand.ts"
import { toRedemption } from "./DeskFulfillment.ts"
import { DeskFulfillments } from "./DeskFulfillments.ts"
import type { FulfillmentId, Modification } from "./Fulfillment.ts"
import { modifyFulfillment } from "./modifyFulfillment.ts"
import { redeemFulfillment } from "./redeemFulfillment.ts"
import { rejectFulfillment } from "./rejectFulfillment.ts"

/** The part common to all desk requests. */
export interface DeskRequest {
  readonly fulfillmentId: FulfillmentId
  readonly note?: string | undefined
}

/**
 * Runs the caller's command on a claim within reach; returns the updated claim and the redemption record (PAR-025,
 * PAR-026).
 */
const handle = Effect.fnUntraced(function* <E, R>(
  { fulfillmentId, note }: DeskRequest,
  command: (desk: DeskCommand) => Effect.Effect<Transitioned, E, R>
) {
  const { principal, reach } = yield* PartnerCaller
  const { redemption } = yield* command({ fulfillmentId, reach, actor: principal, note })
  if (redemption === null) return yield* Effect.die(new Error("A desk command wrote no redemption record"))
  const fulfillments = yield* DeskFulfillments
  const { fulfillment } = yield* fulfillments.get({ reach, id: fulfillmentId, now: yield* DateTime.now })
  return { fulfillment, redemption: toRedemption(redemption) }
})

/** Approves a claim (F3). */
export const approveAtDesk = (request: DeskRequest) => handle(request, approveFulfillment)

/** Rejects a claim and returns the refund (F5). */
export const rejectAtDesk = (request: DeskRequest & { readonly reason: string }) =>
  Effect.map(
    handle(request, (desk) => rejectFulfillment({ ...desk, reason: request.reason })),
    ({ fulfillment, redemption }) => ({
      fulfillment,
      redemption,
      refund: { points: fulfillment.pointsCharged, charges: fulfillment.charges }
    })
  )

/** Fulfills a claim, with the code that the member presented (F6). */
export const fulfillAtDesk = (request: DeskRequest & { readonly verificationCode?: string | undefined }) =>
  handle(request, (desk) => redeemFulfillment({ ...desk, verificationCode: request.verificationCode }))

/** Proposes a change to a claim (F4). */
export const modifyAtDesk = (request: DeskRequest & { readonly modification: Modification }) =>
  handle(request, (desk) => modifyFulfillment({ ...desk, modification: request.modification }))
