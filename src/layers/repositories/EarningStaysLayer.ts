import { Effect, Layer, Option, Order, Stream, TxHashMap } from "effect"
import { currentTier } from "../../domain/programs/currentTier.ts"
import type { Program } from "../../domain/programs/Program.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import { mayEarn } from "../../domain/reservations/StayPoints.ts"
import { addDays, dateIn } from "../../domain/shared/calendar.ts"
import { type EarningPeriod, type EarningStay, EarningStays } from "../../domain/simulation/EarningStays.ts"
import { makeEarningStaysSql } from "../../sql/repositories/EarningStaysSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { stayFactsOf } from "./stayFactsOf.ts"

export const layerSql = Layer.effect(EarningStays, makeEarningStaysSql)

const byCheckOut = Order.combine(
  Order.mapInput(binaryOrder, ({ checkOut }: Reservation) => checkOut ?? ""),
  Order.mapInput(Order.Number, ({ id }: Reservation) => id)
)

/** The twin over the in-memory tables. All rows are in memory anyway, so the stream has one element. */
export const layerMemory = Layer.effect(
  EarningStays,
  Effect.gen(function* () {
    const memory = yield* Memory

    const recent = Effect.fnUntraced(function* ({ days, now, organizationId }: EarningPeriod) {
      const zones = new Map((yield* TxHashMap.values(memory.properties)).map(({ id, timezone }) => [id, timezone]))
      const isRecent = ({ checkOut, propertyId }: Reservation) => {
        const today = dateIn(now, zones.get(propertyId) ?? "UTC")
        return checkOut !== null && checkOut < today && checkOut >= addDays(today, -days)
      }
      return (yield* TxHashMap.values(memory.reservations))
        .filter(
          (row) =>
            row.organizationId === organizationId &&
            row.spendMinor !== null &&
            (row.finalizedAt !== null || mayEarn(row)) &&
            !row.givenUp &&
            isRecent(row)
        )
        .toSorted(byCheckOut)
        .flatMap((row) => (row.memberId === null ? [] : [{ row, memberId: row.memberId }]))
    })

    const staysOf = Effect.fnUntraced(function* ({
      programId,
      ...period
    }: EarningPeriod & { readonly programId: Program["id"] }) {
      const entries = yield* TxHashMap.values(memory.walletEntries)
      const tiers = (yield* TxHashMap.values(memory.tiers)).filter((tier) => tier.programId === programId)
      const enrolments = (yield* TxHashMap.values(memory.enrolments)).filter(
        (row) => row.programId === programId && row.status === "active"
      )
      return yield* Effect.forEach(yield* recent(period), ({ memberId, row }) =>
        Effect.map(stayFactsOf(memory, row, period.now, { includesInputs: true }), (facts): EarningStay => {
          const enrolment = enrolments.find((each) => each.memberId === memberId)
          const tier = enrolment === undefined ? undefined : currentTier(enrolment, tiers, period.now)?.tier
          return {
            externalId: row.externalId,
            memberId,
            facts,
            corrected: entries.reduce(
              (sum, { correctionId, points, reservationId }) =>
                reservationId === row.id && correctionId !== null ? sum + points : sum,
              0
            ),
            tier: tier === undefined ? null : { name: tier.name, level: tier.level }
          }
        })
      )
    })

    return EarningStays.of({
      snapshot: Effect.tx,
      findProgram: (xid) =>
        Effect.tx(
          Effect.map(TxHashMap.values(memory.programs), (rows) =>
            Option.fromUndefinedOr(rows.find((row) => row.xid === xid))
          )
        ),
      count: (period) => Effect.tx(Effect.map(recent(period), (rows) => rows.length)),
      stays: (query) => Stream.unwrap(Effect.map(Effect.tx(staysOf(query)), Stream.fromArray))
    })
  })
)
