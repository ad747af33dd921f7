import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { Arrival } from "./Arrival.ts"
import type { Acknowledger, ArrivalStatus } from "./ArrivalTask.ts"
import type { ArrivalsWindow } from "./ArrivalsWindow.ts"

/** Which arrivals to list. `from` and `to` narrow each venue's window; a date outside it is clamped (PAR-031). */
export interface ArrivalsQuery {
  readonly reach: Reach
  readonly now: DateTime.Utc
  readonly from: string | undefined
  readonly to: string | undefined
  readonly statuses: ReadonlyArray<ArrivalStatus>
  readonly acknowledged: boolean | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * `window` spans the windows of all venues within reach, before `from` and `to` are applied. `isOutdated`: a rebuild of
 * tasks within reach is pending, so items, filter and total may be those before a change of benefits. `hasEndedTiers`:
 * an item has the benefits of a tier that its member no longer holds.
 */
export interface ArrivalsPage extends Page<Arrival> {
  readonly isOutdated: boolean
  readonly hasEndedTiers: boolean
  readonly window: ArrivalsWindow
}

/** Locates a task within `reach`, whatever its check-in date. */
export interface ArrivalLocator {
  readonly reach: Reach
  readonly taskId: string
  readonly now: DateTime.Utc
}

/** The acknowledgement of a task by someone at the desk. */
export interface Acknowledgement extends ArrivalLocator {
  readonly by: typeof Acknowledger.Type
}

/**
 * A task with its venue's internal id. `isOutdated`: a rebuild of its venue's tasks is pending, or its member's tier has
 * ended since the last one.
 */
export interface LocatedArrival {
  readonly arrival: Arrival
  readonly isOutdated: boolean
  readonly venueId: VenueId
}

/** `hasChanged` is false for a task that was acknowledged before and has not changed since. */
export interface AcknowledgedArrival extends LocatedArrival {
  readonly hasChanged: boolean
}

/** The arrival tasks of venues, with the benefits due. Statuses are as of `now`, not as stored (DOMAIN 6.2). */
export class Arrivals extends Context.Service<
  Arrivals,
  {
    /** By check-in date, then task id in binary order (PAR-038). */
    readonly list: (query: ArrivalsQuery) => Effect.Effect<ArrivalsPage>
    readonly get: (locator: ArrivalLocator) => Effect.Effect<LocatedArrival, NotFound>
    /** Keeps the first acknowledgement and clears `changedSinceAck` (PAR-034). */
    readonly updateAcknowledgement: (of: Acknowledgement) => Effect.Effect<AcknowledgedArrival, NotFound>
  }
>()("hub/domain/arrivals/Arrivals") {}
