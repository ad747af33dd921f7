import { Context, type Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReportedStay } from "./Reservation.ts"

/** The rows that lines name, by external id; what is not the organization's is absent. */
export interface StayReferences {
  readonly stays: ReadonlyMap<string, ReportedStay>
  readonly venues: ReadonlyMap<string, VenueId>
  /** Open accounts; a merged one stands for the account that took over. */
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
