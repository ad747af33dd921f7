import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { MemberId } from "./Member.ts"
import type { MemberView } from "./MemberView.ts"

/** Which members to list; filters that are undefined do not narrow. */
export interface MembersQuery {
  /** Whom the caller may see, and what is computed of them. */
  readonly reach: Reach
  /** The reach, or less of it: only members known at its venues are listed. */
  readonly within: Reach
  readonly now: DateTime.Utc
  /** Part of the name or the external id, without case and accents. */
  readonly q: string | undefined
  /** Whether `q` may match e-mail and phone as well; personal data is not consulted otherwise (PAR-041). */
  readonly matchesContacts: boolean
  /** The whole address, in any case. */
  readonly email: string | undefined
  /** The external id of a tier held now in a program within reach. */
  readonly tierId: string | undefined
  /** The external id of a program within reach. */
  readonly programId: string | undefined
  readonly updatedSince: DateTime.Utc | undefined
  readonly limit: number
  readonly offset: number
}

export interface MembersPage {
  readonly items: ReadonlyArray<MemberView>
  readonly total: number
}

/** A member with their internal id. */
export interface LocatedMember {
  readonly memberId: MemberId
  readonly member: MemberView
}

/**
 * Members as partners see them, contacts included: leave them out for callers without the scope (`withoutContacts`).
 *
 * A member is visible to a caller with every venue when an enrolment, stay, claim or invite links them to an organization
 * within reach, to others when a stay, claim or invite links them to a venue of theirs (DOMAIN 1.7). Merged-away accounts
 * are visible to nobody; closed ones stay (DOMAIN 4.5). Tiers and balances are as of `now`, as the member sees them.
 */
export class MemberViews extends Context.Service<
  MemberViews,
  {
    /** By external id, ascending in binary order (PAR-041). */
    readonly list: (query: MembersQuery) => Effect.Effect<MembersPage>
    /** `externalId` is a ULID in upper case. */
    readonly get: (of: {
      readonly reach: Reach
      readonly externalId: string
      readonly now: DateTime.Utc
    }) => Effect.Effect<LocatedMember, NotFound>
    /** Those of `memberIds` that are visible, by external id; the others are omitted. */
    readonly getMany: (of: {
      readonly reach: Reach
      readonly memberIds: ReadonlyArray<MemberId>
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<LocatedMember>>
  }
>()("hub/domain/members/MemberViews") {}
