import { Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import { touchVenuesWithin } from "../access/TouchedVenues.ts"
import { NotFound } from "../shared/NotFound.ts"
import { commandFulfillment, type FulfillmentCommand } from "./commandFulfillment.ts"
import type { FulfillmentId, Modification } from "./Fulfillment.ts"
import { InvalidStateTransition } from "./FulfillmentErrors.ts"
import type { LockedFulfillment } from "./Fulfillments.ts"
import type { DeskActor } from "./RedemptionRecord.ts"

/** A front-desk command on a claim at a venue within the desk's reach. Refusals commit: see `commandFulfillment`. */
export interface DeskCommand {
  readonly fulfillmentId: FulfillmentId
  readonly reach: Reach
  readonly actor: DeskActor
  readonly note?: string | undefined
}

/** The part of a `FulfillmentCommand` that is specific to one kind of desk command. */
interface DeskTransition<E, R> extends Pick<FulfillmentCommand<E, R>, "trigger" | "admit" | "limit"> {
  readonly action: string
  readonly reason?: string
  readonly modification?: Modification
}

/** The response shows the stay to a desk that reaches its venue. */
const touchVenuesOf =
  (reach: Reach) =>
  ({ row: { organizationId, propertyId }, stayVenueId }: LockedFulfillment) =>
    touchVenuesWithin(reach, organizationId, [propertyId, stayVenueId])

/** Applies a desk's command. Refused if the claim's status has no transition for it (F17, F18). */
export const commandAtDesk = <E = never, R = never>(
  { actor, fulfillmentId, note, reach }: DeskCommand,
  { action, admit, limit, modification, reason, trigger }: DeskTransition<E | InvalidStateTransition, R>
) =>
  commandFulfillment<E | InvalidStateTransition, R>({
    locator: { id: fulfillmentId, reach },
    trigger,
    occurrence: {
      desk: actor,
      action,
      note,
      reason,
      modification: modification ?? null
    },
    refusal: (currentStatus) => new InvalidStateTransition({ currentStatus }),
    located: touchVenuesOf(reach),
    limit,
    admit
  }).pipe(Effect.catchTag("FulfillmentMissing", () => Effect.fail(new NotFound({}))))
