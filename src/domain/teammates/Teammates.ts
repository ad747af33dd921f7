import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Operator, OperatorId } from "../operators/Operator.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { Teammate } from "./Teammate.ts"

/** Which teammates to list: those whose name or e-mail address contains `q`, those who reach `venueId`. */
export interface TeammatesQuery {
  readonly reach: Reach
  readonly q: string | undefined
  readonly venueId: VenueId | undefined
  readonly limit: number
  readonly offset: number
}

export interface TeammateLocator {
  readonly reach: Reach
  readonly teammateId: string
}

/** Which teammate to lock, and the subject of the operator who calls, if one does. */
export interface TeammateLock extends TeammateLocator {
  readonly callerSubject: string | null
}

/** A teammate of any reach as stored, and the operator who makes the request, if one does. */
export interface LockedTeammate {
  readonly operator: Operator & { readonly organizationId: OrganizationId }
  readonly caller: Operator | null
}

/** The venues that an operator reaches from `now` on; `reach` is that of the answer. */
export interface ReachChange {
  readonly reach: Reach
  readonly organizationId: OrganizationId
  readonly id: OperatorId
  readonly allVenues: boolean
  readonly venueIds: ReadonlyArray<VenueId>
  readonly now: DateTime.Utc
}

/**
 * The active operators of organizations. One is visible to a caller with all venues, and to others if it reaches at
 * least one venue of theirs (DOMAIN 1.7).
 */
export class Teammates extends Context.Service<
  Teammates,
  {
    /** By name then id, both in binary order. `q` is compared without case and accents, and otherwise literally. */
    readonly list: (query: TeammatesQuery) => Effect.Effect<Page<Teammate>>
    readonly get: (locator: TeammateLocator) => Effect.Effect<Teammate, NotFound>
    /**
     * Locks the rows of a teammate of the organizations within reach and of the caller until the transaction ends, in
     * the order of their ids.
     */
    readonly getForUpdate: (lock: TeammateLock) => Effect.Effect<LockedTeammate, NotFound>
    /** The teammate as changed, whether it is still visible or not. */
    readonly updateReach: (change: ReachChange) => Effect.Effect<Teammate>
  }
>()("hub/domain/teammates/Teammates") {}
