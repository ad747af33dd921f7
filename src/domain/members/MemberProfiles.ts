import { Context, type DateTime, type Effect } from "effect"
import type { MemberId } from "./Member.ts"
import type { MemberMissing } from "./MemberErrors.ts"
import type { MemberProfile } from "./MemberProfile.ts"

/** Members as they see themselves, by internal id (MEM-112). */
export class MemberProfiles extends Context.Service<
  MemberProfiles,
  {
    /**
     * Tiers as of `now`, by level, highest first, then by the program's external id; ended enrolments have none
     * (MEM-112, DOMAIN 4.4).
     */
    readonly get: (id: MemberId, now: DateTime.Utc) => Effect.Effect<MemberProfile, MemberMissing>
  }
>()("hub/domain/members/MemberProfiles") {}
