import { type DateTime, Effect, TxHashMap } from "effect"
import { isDue } from "../../domain/fulfillments/fulfillmentTransitions.ts"
import type { MemberId } from "../../domain/members/Member.ts"
import type { Memory } from "../memory/Memory.ts"

/** Whether the member has claims that are due but not settled; twin of `hasDueClaims` in SQL. */
export const hasDueClaims = ({ fulfillments }: Memory["Service"], memberId: MemberId, now: DateTime.Utc) =>
  Effect.map(TxHashMap.values(fulfillments), (rows) => rows.some((row) => row.memberId === memberId && isDue(row, now)))
