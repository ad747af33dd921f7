import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { MemberProfiles } from "./MemberProfiles.ts"

/** The caller's own profile (MEM-112). Members are never deleted, so every authenticated one has a profile. */
export const getMemberProfile = Effect.fnUntraced(function* () {
  const { memberId } = yield* MemberCaller
  const profiles = yield* MemberProfiles
  return yield* Effect.orDie(profiles.get(memberId, yield* DateTime.now))
})
