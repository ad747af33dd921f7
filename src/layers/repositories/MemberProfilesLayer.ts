import { BigDecimal, type DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import type { MemberId } from "../../domain/members/Member.ts"
import { MemberMissing } from "../../domain/members/MemberErrors.ts"
import type { MemberTier } from "../../domain/members/MemberProfile.ts"
import { MemberProfiles } from "../../domain/members/MemberProfiles.ts"
import { type CurrentTier, currentTier } from "../../domain/programs/currentTier.ts"
import type { Program, Tier } from "../../domain/programs/Program.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { makeMemberProfilesSql } from "../../sql/repositories/MemberProfilesSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(MemberProfiles, makeMemberProfilesSql)

const highestFirst = Order.combine(
  Order.flip(Order.mapInput(Order.Number, (tier: MemberTier) => tier.level)),
  Order.mapInput(Order.String, (tier) => tier.programId)
)

const tierOf = (
  program: Program,
  { qualifyingPoints, tier }: CurrentTier,
  ofProgram: ReadonlyArray<Tier>
): MemberTier => {
  const next = ofProgram.filter(({ level }) => level > tier.level).toSorted((a, b) => a.level - b.level)[0]
  return {
    programId: program.xid,
    programName: program.name,
    id: tier.xid,
    name: tier.name,
    level: tier.level,
    multiplier: BigDecimal.toNumberUnsafe(tier.multiplier),
    qualifyingPoints,
    nextTier:
      next === undefined
        ? null
        : {
            name: next.name,
            level: next.level,
            pointsNeeded: Math.max(next.qualifyingPoints - qualifyingPoints, 0)
          }
  }
}

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  MemberProfiles,
  Effect.gen(function* () {
    const memory = yield* Memory

    const tiersOf = Effect.fnUntraced(function* (memberId: MemberId, now: DateTime.Utc) {
      const tiers = yield* TxHashMap.values(memory.tiers)
      const found: Array<MemberTier> = []
      for (const enrolment of yield* TxHashMap.values(memory.enrolments)) {
        if (enrolment.memberId !== memberId || enrolment.status !== "active") continue
        const program = yield* TxHashMap.get(memory.programs, String(enrolment.programId))
        const ofProgram = tiers.filter(({ programId }) => programId === enrolment.programId)
        const current = currentTier(enrolment, ofProgram, now)
        if (Option.isSome(program) && current !== undefined) found.push(tierOf(program.value, current, ofProgram))
      }
      return found.toSorted(highestFirst)
    })

    return MemberProfiles.of({
      get: Effect.fnUntraced(function* (id, now) {
        const found = yield* TxHashMap.get(memory.members, String(id))
        if (Option.isNone(found)) return yield* new MemberMissing()
        const { country, createdAt, email, firstName, language, lastName, phone, preferences, xid } = found.value
        const tiers = yield* tiersOf(id, now)
        return {
          externalId: xid,
          firstName,
          lastName,
          email,
          tier: tiers[0] ?? null,
          tiers,
          memberSince: createdAt,
          preferences,
          ...omitNull({ phone, country, language })
        }
      }, Effect.tx)
    })
  })
)
