import { Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { DueClaims } from "./DueClaims.ts"
import { expireDueOfMember } from "./expireFulfillments.ts"

/** Reads again once the member's due claims have expired, if the first read finds any (MEM-117). */
export const withClaimsSettled = Effect.fnUntraced(function* <A extends DueClaims, E, R>(
  memberId: MemberId,
  read: Effect.Effect<A, E, R>
) {
  const result = yield* read
  if (!result.hasDueClaims) return result
  yield* expireDueOfMember(memberId)
  return yield* read
})
