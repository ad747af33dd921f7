import { Context, type Effect } from "effect"
import type { MemberId } from "./Member.ts"
import type { MemberMissing } from "./MemberErrors.ts"
import type { MemberProfile } from "./MemberProfile.ts"

/** Members as they see themselves, by internal number (MEM-112). */
export class MemberProfiles extends Context.Service<
  MemberProfiles,
  {
    /** Tiers by level, highest first, then by the program's external id; ended enrolments have none (MEM-112). */
    readonly get: (id: MemberId) => Effect.Effect<MemberProfile, MemberMissing>
  }
>()("hub/domain/members/MemberProfiles") {}
