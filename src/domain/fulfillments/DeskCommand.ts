import type { Reach } from "../access/Reach.ts"
import type { Occurrence } from "./applyTransition.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { InvalidStateTransition } from "./FulfillmentErrors.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"
import type { DeskActor } from "./RedemptionRecord.ts"

/** A desk's command on a claim at a venue within its reach. Refusals commit: see `commandFulfillment`. */
export interface DeskCommand {
  readonly fulfillmentId: FulfillmentId
  readonly reach: Reach
  readonly actor: DeskActor
  readonly requestId: string
  readonly note?: string | undefined
}

export const deskLocator = ({ fulfillmentId, reach }: DeskCommand) => ({ id: fulfillmentId, reach })

export const deskOccurrence = ({ actor, note, requestId }: DeskCommand, action: string): Occurrence => ({
  actor: { kind: actor.kind, id: actor.id },
  desk: actor,
  requestId,
  action,
  note
})

/** F17, F18: the command does not apply in this status. */
export const refusedTo = (currentStatus: FulfillmentStatus) => new InvalidStateTransition({ currentStatus })
