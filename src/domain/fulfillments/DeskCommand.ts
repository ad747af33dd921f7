import type { Reach } from "../access/Reach.ts"
import type { Occurrence } from "./applyTransition.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { InvalidStateTransition } from "./FulfillmentErrors.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"
import type { DeskActor } from "./RedemptionRecord.ts"

/** What a desk does to a claim at a venue within its reach; refusals commit, see `commandFulfillment`. */
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

/** F17, F18: a status that the command does not fit. */
export const refusedTo = (currentStatus: FulfillmentStatus) => new InvalidStateTransition({ currentStatus })
