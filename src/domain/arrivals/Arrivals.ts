import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Arrival } from "./Arrival.ts"
import type { Acknowledger, ArrivalStatus } from "./ArrivalTask.ts"
import type { ArrivalsWindow } from "./arrivalsWindow.ts"

/** Which arrivals to list. `from` and `to` narrow each venue's window; dates outside of it find nothing more. */
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

/** `window` is that of all venues within reach together, before `from` and `to`. */
export interface ArrivalsPage {
  readonly items: ReadonlyArray<Arrival>
  readonly total: number
  readonly window: ArrivalsWindow
}

/** A task, wherever its check-in lies, as far as `reach` goes. */
export interface ArrivalLocator {
  readonly reach: Reach
  readonly taskId: string
  readonly now: DateTime.Utc
}

/** A task that someone at the desk has seen. */
export interface Acknowledgement extends ArrivalLocator {
  readonly by: typeof Acknowledger.Type
}

/** A task with the internal id of its venue. */
export interface LocatedArrival {
  readonly arrival: Arrival
  readonly venueId: VenueId
}

/** The tasks that tell the desk what arriving members are owed. Statuses are as of `now`, not as stored (DOMAIN 6.2). */
export class Arrivals extends Context.Service<
  Arrivals,
  {
    /** By check-in date, then task id, both binary (PAR-038). */
    readonly list: (query: ArrivalsQuery) => Effect.Effect<ArrivalsPage>
    readonly get: (locator: ArrivalLocator) => Effect.Effect<LocatedArrival, NotFound>
    /** Keeps the first acknowledgement there is, and marks the task as seen as it is now (PAR-034). */
    readonly updateAcknowledgement: (of: Acknowledgement) => Effect.Effect<LocatedArrival, NotFound>
  }
>()("hub/domain/arrivals/Arrivals") {}
