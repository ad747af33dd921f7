import { Context, type Effect, type Option } from "effect"
import type { Member } from "./Member.ts"
import type { MemberMissing } from "./MemberErrors.ts"
import type { MemberProfile } from "./MemberProfile.ts"

/** What authentication asks of a member. */
export type MemberAccount = Pick<Member, "id" | "xid" | "status">

/** The members of the platform, each known by internal number once authenticated. */
export class Members extends Context.Service<
  Members,
  {
    /** By `sub` of the member's tokens, whatever the account's status; compared as bytes. */
    readonly findByIdentity: (subject: string) => Effect.Effect<Option.Option<MemberAccount>>
    /** Tiers by level, highest first, then by the program's external id; ended enrolments have none (MEM-112). */
    readonly getProfile: (id: number) => Effect.Effect<MemberProfile, MemberMissing>
  }
>()("hub/domain/members/Members") {}
