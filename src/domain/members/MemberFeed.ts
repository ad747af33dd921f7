import { Context, type Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { ProgramId } from "../programs/Program.ts"
import type { Member } from "./Member.ts"

/** A stored member, with the facts that an import needs. */
export interface StoredMember
  extends Pick<
    Member,
    "id" | "xid" | "identitySubject" | "firstName" | "lastName" | "email" | "phone" | "country" | "language" | "status"
  > {
  /** Whether they have an enrolment or a stay at the organization, which must not change any other member. */
  readonly isOfOrganization: boolean
  /** The programs of active enrolments. */
  readonly programIds: ReadonlyArray<ProgramId>
}

/** Looks up the members that the lines of an import refer to, a batch at a time. */
export class MemberFeed extends Context.Service<
  MemberFeed,
  {
    /** Members with one of the external ids or subjects, in any order. */
    readonly list: (of: {
      readonly organizationId: OrganizationId
      readonly memberIds: ReadonlyArray<string>
      readonly subjects: ReadonlyArray<string>
    }) => Effect.Effect<ReadonlyArray<StoredMember>>
  }
>()("hub/domain/members/MemberFeed") {}
