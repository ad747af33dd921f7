import { Effect } from "effect"
import { stays } from "../../src/demo/stays.ts"
import { approveFulfillment } from "../../src/domain/fulfillments/approveFulfillment.ts"
import { cancelFulfillment } from "../../src/domain/fulfillments/cancelFulfillment.ts"
import { confirmFulfillment } from "../../src/domain/fulfillments/confirmFulfillment.ts"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { InvalidStateTransition } from "../../src/domain/fulfillments/FulfillmentErrors.ts"
import { Fulfillments } from "../../src/domain/fulfillments/Fulfillments.ts"
import { modifyFulfillment } from "../../src/domain/fulfillments/modifyFulfillment.ts"
import { redeemFulfillment } from "../../src/domain/fulfillments/redeemFulfillment.ts"
import { rejectFulfillment } from "../../src/domain/fulfillments/rejectFulfillment.ts"
import type { CommittedRefusal } from "../../src/domain/shared/CommittedRefusal.ts"
import { asDesk, at, claimants, deskCommand, detail } from "./claimants.ts"
import { inTransaction, orRefusal } from "./servers/inTransaction.ts"
import { asMember } from "./memberServices.ts"

export type Parts = Parameters<typeof at>[0]

/** The outcome of a desk's command: the resulting status, or the failure. */
export const outcome = <E, R, F>(
  command: Effect.Effect<
    { readonly locked: { readonly row: { readonly status: string } } },
    E | CommittedRefusal<F>,
    R
  >,
  parts: Parts = { hours: 1 }
) => at(parts)(asDesk(orRefusal(Effect.map(command, ({ locked }) => locked.row.status))))

export const approve = (id: string, parts?: Parts) => outcome(approveFulfillment(deskCommand(id)), parts)
export const reject = (id: string, parts?: Parts) =>
  outcome(rejectFulfillment({ ...deskCommand(id), reason: "The house is full", note: "Sorry" }), parts)
export const modify = (id: string, parts?: Parts) =>
  outcome(modifyFulfillment({ ...deskCommand(id), modification: { note: "Later", substitution: "Suite" } }), parts)
export const fulfill = (id: string, verificationCode?: string, parts?: Parts) =>
  outcome(redeemFulfillment({ ...deskCommand(id), verificationCode }), parts)

export const conflict = (currentStatus: InvalidStateTransition["currentStatus"]) =>
  new InvalidStateTransition({ currentStatus })

export const member = (memberId: number, parts: Parts = { hours: 1 }) => ({
  cancel: (fulfillmentId: string) =>
    at(parts)(asMember(memberId)(inTransaction(cancelFulfillment(FulfillmentId.make(fulfillmentId))))),
  confirm: (fulfillmentId: string) =>
    at(parts)(asMember(memberId)(inTransaction(confirmFulfillment(FulfillmentId.make(fulfillmentId)))))
})

export const history = (memberId: number, id: string, parts?: Parts) =>
  Effect.map(detail(memberId, id, parts), (one) =>
    one.history.map(
      ({ action, actorKind, fromStatus = "none", toStatus }) => `${actorKind} ${action} ${fromStatus} ${toStatus}`
    )
  )

export const redemptions = (id: string) =>
  Effect.map(
    Fulfillments.use((all) => all.listRedemptions(FulfillmentId.make(id))),
    (records) =>
      records.map(({ action, fromStatus, note, reason, toStatus }) => [action, fromStatus, toStatus, reason, note])
  )

export const openStay = stays.find(({ name }) => name === "open")
export const stayOf = claimants.reservations.find(({ externalId }) => externalId === openStay?.externalId)
