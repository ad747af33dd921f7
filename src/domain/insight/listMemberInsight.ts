import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { MemberId } from "../members/Member.ts"
import { MemberViews } from "../members/MemberViews.ts"
import { NotFound } from "../shared/NotFound.ts"
import { InsightRecords } from "./InsightRecords.ts"

/** The records of a member by numeric id; empty for a member within reach without matched guests (PAR-064). */
export const listMemberInsight = Effect.fnUntraced(function* (memberNumber: number) {
  const { reach } = yield* PartnerCaller
  const records = yield* InsightRecords
  const members = yield* MemberViews
  if (memberNumber < 1) return yield* new NotFound({})
  const memberId = MemberId.make(memberNumber)
  const [located] = yield* members.getMany({ reach, memberIds: [memberId], now: yield* DateTime.now })
  if (located === undefined) return yield* new NotFound({})
  return (yield* records.list({ reach, memberId })).map((record) => ({ ...record, member: located.member }))
})
