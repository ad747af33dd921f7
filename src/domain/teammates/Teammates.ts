import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Operator, OperatorId } from "../operators/Operator.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { Teammate } from "./Teammate.ts"

/** Which teammates to list: by names or e-mail addresses that contain `q`, and by reach over `venueId`. */
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

/** The teammate to lock, and the subject of the calling operator; null if the caller is a key. */
export interface TeammateLock extends TeammateLocator {
  readonly callerSubject: string | null
}

/** A stored teammate of any reach, and the calling operator; null if the caller is a key. */
export interface LockedTeammate {
  readonly operator: Operator & { readonly organizationId: OrganizationId }
  readonly caller: Operator | null
}

/** The new venues of an operator; `reach` is the caller's, to which the result is cut. */
export interface ReachChange {
  readonly reach: Reach
  readonly organizationId: OrganizationId
  readonly id: OperatorId
  readonly allVenues: boolean
  readonly venueIds: ReadonlyArray<VenueId>
  readonly now: DateTime.Utc
}

/**
 * The active operators of organizations, visible to callers with all venues, and to others if they share at least one
 * venue (DOMAIN 1.7).
 */
export class Teammates extends Context.Service<
  Teammates,
  {
    /** By name then id, both in binary order. `q` matches literally, ignoring case and accents. */
    readonly list: (query: TeammatesQuery) => Effect.Effect<Page<Teammate>>
    readonly get: (locator: TeammateLocator) => Effect.Effect<Teammate, NotFound>
    /**
     * Locks the rows of the teammate and of the calling operator, in id order, until the transaction ends. The teammate
     * must belong to an organization within reach.
     */
    readonly getForUpdate: (lock: TeammateLock) => Effect.Effect<LockedTeammate, NotFound>
    /** Returns the changed teammate, even if no longer visible. */
    readonly updateReach: (change: ReachChange) => Effect.Effect<Teammate>
  }
>()("hub/domain/teammates/Teammates") {}
