import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { MemberId } from "./Member.ts"
import type { MemberView } from "./MemberView.ts"

/** Which members to list; undefined filters do not apply. */
export interface MembersQuery {
  /** The caller's reach, within which stays and programs are computed. */
  readonly reach: Reach
  /** `reach` or a part of it: only members visible there are listed. */
  readonly within: Reach
  readonly now: DateTime.Utc
  /** Part of the name or the external id, ignoring case and accents. */
  readonly q: string | undefined
  /** Whether `q` also matches e-mail and phone; otherwise personal data is not consulted (PAR-041). */
  readonly matchesContacts: boolean
  /** The whole address, ignoring case. */
  readonly email: string | undefined
  /** The external id of a tier held now in a program within reach. */
  readonly tierId: string | undefined
  /** The external id of a program within reach. */
  readonly programId: string | undefined
  readonly updatedSince: DateTime.Utc | undefined
  readonly limit: number
  readonly offset: number
}

/** A member with their internal id. */
export interface LocatedMember {
  readonly memberId: MemberId
  readonly member: MemberView
}

/**
 * Members as partners see them, including contacts, which must be removed for callers without the scope
 * (`withoutContacts`).
 *
 * A member is visible to a caller with all venues if an enrolment, stay, claim or invite links them to an organization
 * within reach, and to other callers if a stay, claim or invite links them to a venue within reach (DOMAIN 1.7).
 * Accounts merged into another are not visible; closed ones are (DOMAIN 4.5). Tiers and balances are as of `now`, as
 * the member sees them.
 */
export class MemberViews extends Context.Service<
  MemberViews,
  {
    /** By external id, ascending in binary order (PAR-041). */
    readonly list: (query: MembersQuery) => Effect.Effect<Page<MemberView>>
    /** `externalId` is a ULID in upper case. */
    readonly get: (of: {
      readonly reach: Reach
      readonly externalId: string
      readonly now: DateTime.Utc
    }) => Effect.Effect<LocatedMember, NotFound>
    /** The visible members among `memberIds`, by external id; the others are omitted. */
    readonly getMany: (of: {
      readonly reach: Reach
      readonly memberIds: ReadonlyArray<MemberId>
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<LocatedMember>>
  }
>()("hub/domain/members/MemberViews") {}
