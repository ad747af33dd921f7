import { Effect, Option } from "effect"
import { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import { Refused } from "../Refused.ts"

/** The account with an external id, in upper or lower case, whatever its status. */
export const accountOf = Effect.fnUntraced(function* (externalId: string) {
  const account = yield* MemberAccounts.use(({ findByXid }) => findByXid(externalId.toUpperCase()))
  return Option.isSome(account) ? account.value : yield* new Refused({ message: `There is no member ${externalId}.` })
})
