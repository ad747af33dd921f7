import { DateTime, Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import { MemberId } from "../members/Member.ts"
import { MemberViews } from "../members/MemberViews.ts"
import type { GuestIntelligenceView } from "./GuestIntelligenceView.ts"
import type { InsightRecord } from "./InsightRecord.ts"

/**
 * The records with their members, in order. For a member out of reach, both member and id are null, as for a record
 * without a member.
 */
export const withMembers = Effect.fnUntraced(function* (reach: Reach, records: ReadonlyArray<InsightRecord>) {
  const memberIds = [
    ...new Set(records.flatMap(({ memberId }) => (memberId === null ? [] : [MemberId.make(memberId)])))
  ]
  const located =
    memberIds.length === 0
      ? []
      : yield* MemberViews.use(({ getMany }) =>
          Effect.flatMap(DateTime.now, (now) => getMany({ reach, memberIds, now }))
        )
  const members = new Map<number, GuestIntelligenceView["member"]>(
    located.map(({ member, memberId }) => [memberId, member])
  )
  return records.map((record): GuestIntelligenceView => {
    const member = record.memberId === null ? null : (members.get(record.memberId) ?? null)
    return { ...record, memberId: member === null ? null : record.memberId, member }
  })
})

/** As `withMembers`, for one record. */
export const withMember = (reach: Reach, record: InsightRecord) =>
  Effect.map(
    withMembers(reach, [record]),
    ([view]): GuestIntelligenceView => view ?? { ...record, memberId: null, member: null }
  )
