import { Effect, Layer, TxHashMap } from "effect"
import { MemberFeed } from "../../domain/members/MemberFeed.ts"
import { makeMemberFeedSql } from "../../sql/repositories/MemberFeedSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(MemberFeed, makeMemberFeedSql)

export const layerMemory = Layer.effect(
  MemberFeed,
  Effect.map(Memory, ({ enrolments, members, reservations }) =>
    MemberFeed.of({
      list: Effect.fnUntraced(function* ({ memberIds, organizationId, subjects }) {
        const enrolled = (yield* TxHashMap.values(enrolments)).filter((row) => row.organizationId === organizationId)
        const stays = (yield* TxHashMap.values(reservations)).filter((row) => row.organizationId === organizationId)
        return (yield* TxHashMap.values(members))
          .filter((member) => memberIds.includes(member.xid) || subjects.includes(member.identitySubject))
          .map(({ country, email, firstName, id, identitySubject, language, lastName, phone, status, xid }) => {
            const own = enrolled.filter(({ memberId }) => memberId === id)
            return {
              id,
              xid,
              identitySubject,
              firstName,
              lastName,
              email,
              phone,
              country,
              language,
              status,
              isOfOrganization: own.length > 0 || stays.some(({ memberId }) => memberId === id),
              programIds: own
                .filter((row) => row.status === "active")
                .map(({ programId }) => programId)
                .toSorted((a, b) => a - b)
            }
          })
      }, Effect.tx)
    })
  )
)
