import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Members } from "./Members.ts"

/** The caller's own profile (MEM-112). A member is never removed, so one who is authenticated has a profile. */
export const getMemberProfile = Effect.fnUntraced(function* () {
  const { memberId } = yield* MemberCaller
  const members = yield* Members
  return yield* Effect.orDie(members.getProfile(memberId))
})
