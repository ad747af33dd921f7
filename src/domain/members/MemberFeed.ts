import { Context, type Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { ProgramId } from "../programs/Program.ts"
import type { Member } from "./Member.ts"

/** A stored member as an import sees them. */
export interface StoredMember
  extends Pick<
    Member,
    "id" | "xid" | "identitySubject" | "firstName" | "lastName" | "email" | "phone" | "country" | "language" | "status"
  > {
  /** Whether the organization has an enrolment or a stay of theirs: others it must not change. */
  readonly isOfOrganization: boolean
  /** The programs of active enrolments. */
  readonly programIds: ReadonlyArray<ProgramId>
}

/** Looks up the members that the lines of an import name, a batch at a time. */
export class MemberFeed extends Context.Service<
  MemberFeed,
  {
    /** Those with one of the external ids or of the subjects, in no order. */
    readonly list: (of: {
      readonly organizationId: OrganizationId
      readonly memberIds: ReadonlyArray<string>
      readonly subjects: ReadonlyArray<string>
    }) => Effect.Effect<ReadonlyArray<StoredMember>>
  }
>()("hub/domain/members/MemberFeed") {}
