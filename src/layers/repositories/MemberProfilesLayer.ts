import { BigDecimal, type DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import type { MemberId } from "../../domain/members/Member.ts"
import { MemberMissing } from "../../domain/members/MemberErrors.ts"
import type { MemberTier } from "../../domain/members/MemberProfile.ts"
import { MemberProfiles } from "../../domain/members/MemberProfiles.ts"
import { type EnrolledTier, heldTiers } from "../../domain/programs/heldTiers.ts"
import type { Program } from "../../domain/programs/Program.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { makeMemberProfilesSql } from "../../sql/repositories/MemberProfilesSql.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(MemberProfiles, makeMemberProfilesSql)

const highestFirst = Order.combine(
  Order.flip(Order.mapInput(Order.Number, (tier: MemberTier) => tier.level)),
  Order.mapInput(Order.String, (tier) => tier.programId)
)

const tierOf = (program: Program, { programTiers, qualifyingPoints, tier }: EnrolledTier): MemberTier => {
  const next = programTiers.filter(({ level }) => level > tier.level).toSorted((a, b) => a.level - b.level)[0]
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

export const layerMemory = Layer.effect(
  MemberProfiles,
  Effect.gen(function* () {
    const memory = yield* Memory

    const tiersOf = Effect.fnUntraced(function* (memberId: MemberId, now: DateTime.Utc) {
      const tiers = yield* TxHashMap.values(memory.tiers)
      const enrolments = yield* TxHashMap.values(memory.enrolments)
      const programs = yield* TxHashMap.snapshot(memory.programs)
      return heldTiers({ enrolments, tiers }, memberId, now)
        .flatMap((held) => lookUp(programs, held.tier.programId, (program) => tierOf(program, held)) ?? [])
        .toSorted(highestFirst)
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
