import { Context, type Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReportedStay } from "./Reservation.ts"

/** The rows that import lines refer to, by external id; rows of other organizations are absent. */
export interface StayReferences {
  readonly stays: ReadonlyMap<string, ReportedStay>
  readonly venues: ReadonlyMap<string, VenueId>
  /** Open accounts; a merged account maps to the one that took over. */
  readonly members: ReadonlyMap<string, MemberId>
}

/** Looks up what the lines of an import refer to, a batch at a time. */
export class StayFeed extends Context.Service<
  StayFeed,
  {
    readonly listReferences: (of: {
      readonly organizationId: OrganizationId
      readonly reservationIds: ReadonlyArray<string>
      readonly propertyIds: ReadonlyArray<string>
      readonly memberIds: ReadonlyArray<string>
    }) => Effect.Effect<StayReferences>
  }
>()("hub/domain/reservations/StayFeed") {}
