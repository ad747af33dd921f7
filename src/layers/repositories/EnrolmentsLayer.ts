import { type DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { keyText } from "../../domain/dataset/keyText.ts"
import { type EnrolmentKey, Enrolments } from "../../domain/members/Enrolments.ts"
import type { Enrolment } from "../../domain/members/Member.ts"
import type { ProgramId } from "../../domain/programs/Program.ts"
import { hasPassed } from "../../domain/shared/hasPassed.ts"
import { makeEnrolmentsSql } from "../../sql/repositories/EnrolmentsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(Enrolments, makeEnrolmentsSql)

const keyOf = ({ memberId, programId }: EnrolmentKey) => keyText(programId, memberId)

const longestEndedFirst = Order.combineAll([
  Order.mapInput(Order.Number, ({ tierExpiresAt }: Enrolment) => tierExpiresAt?.epochMilliseconds ?? 0),
  Order.mapInput(Order.Number, ({ programId }: Enrolment) => programId),
  Order.mapInput(Order.Number, ({ memberId }: Enrolment) => memberId)
])

export const layerMemory = Layer.effect(
  Enrolments,
  Effect.gen(function* () {
    const { enrolments, members, programs, tiers } = yield* Memory

    const tiersOf = Effect.fnUntraced(function* (programId: ProgramId) {
      const own = (yield* TxHashMap.values(tiers)).filter((tier) => tier.programId === programId)
      return own.toSorted((a, b) => a.level - b.level)
    })

    const insertMerged: Enrolments["Service"]["insertMerged"] = Effect.fnUntraced(function* ({
      memberId,
      now,
      programId
    }) {
      const [lowest] = yield* tiersOf(programId)
      const account = lookUp(yield* TxHashMap.snapshot(members), memberId, ({ id }) => id)
      if (account === null) return yield* Effect.die(new Error("No such member"))
      const isIn = (yield* TxHashMap.values(enrolments)).some(
        (row) => row.programId === programId && row.memberId === memberId && row.status === "active"
      )
      if (lowest === undefined || isIn) return
      yield* TxHashMap.set(enrolments, keyOf({ programId, memberId }), {
        organizationId: lowest.organizationId,
        programId,
        memberId,
        tierId: lowest.id,
        tierExpiresAt: null,
        qualifyingPoints: 0,
        qualifyingNights: 0,
        status: "active",
        enrolledAt: now
      })
    }, Effect.tx)

    const ended = (now: DateTime.Utc) =>
      Effect.map(TxHashMap.values(enrolments), (rows) =>
        rows.filter(({ status, tierExpiresAt }) => status === "active" && hasPassed(tierExpiresAt, now))
      )

    const update = (enrolment: Enrolment) =>
      TxHashMap.modify(enrolments, keyOf(enrolment), ({ enrolledAt }) => ({ ...enrolment, enrolledAt }))

    return Enrolments.of({
      insert: Effect.fnUntraced(function* (of) {
        const status = lookUp(yield* TxHashMap.snapshot(programs), of.programId, (program) => program.status)
        if (status !== "active") return false
        yield* insertMerged(of)
        return true
      }, Effect.tx),
      insertMerged,
      findForUpdate: Effect.fnUntraced(function* (key) {
        const found = yield* TxHashMap.get(enrolments, keyOf(key))
        const programName = lookUp(yield* TxHashMap.snapshot(programs), key.programId, ({ name }) => name)
        if (Option.isNone(found) || found.value.status !== "active" || programName === null) return Option.none()
        return Option.some({ enrolment: found.value, programName, tiers: yield* tiersOf(key.programId) })
      }, Effect.tx),
      update,
      listByMember: Effect.fnUntraced(function* (memberId) {
        return (yield* TxHashMap.values(enrolments))
          .filter((row) => row.memberId === memberId && row.status === "active")
          .map(({ programId }) => ({ programId, memberId }))
          .toSorted((a, b) => a.programId - b.programId)
      }, Effect.tx),
      listEnded: Effect.fnUntraced(function* ({ limit, now }) {
        return (yield* ended(now))
          .toSorted(longestEndedFirst)
          .slice(0, limit)
          .map(({ memberId, programId }) => ({ programId, memberId }))
      }, Effect.tx),
      listEndedForUpdate: Effect.fnUntraced(function* ({ after = 0, limit, now, programId }) {
        return (yield* ended(now))
          .filter((row) => row.programId === programId && row.memberId > after)
          .toSorted((a, b) => a.memberId - b.memberId)
          .slice(0, limit)
      }, Effect.tx),
      updatePeriods: Effect.fnUntraced(function* (of) {
        for (const enrolment of of.enrolments) yield* update(enrolment)
      }, Effect.tx)
    })
  })
)
