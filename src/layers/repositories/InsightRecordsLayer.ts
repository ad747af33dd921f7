import { BigDecimal, DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import { type Reach, reachesOrganization, reachesRecord, reachesVenue } from "../../domain/access/Reach.ts"
import type { GuestIntelligence } from "../../domain/insight/GuestIntelligence.ts"
import type { InsightRecord } from "../../domain/insight/InsightRecord.ts"
import { InsightRecords, maxRecordsOfMember } from "../../domain/insight/InsightRecords.ts"
import { confidenceBands } from "../../domain/insight/InsightStats.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makeInsightRecordsSql } from "../../sql/repositories/InsightRecordsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(InsightRecords, makeInsightRecordsSql)

const bestFirst = Order.combine(
  Order.flip(Order.mapInput(Order.Number, ({ matchConfidence }: GuestIntelligence) => matchConfidence)),
  Order.mapInput(Order.Number, ({ id }) => id)
)

/** The mean to four decimals, rounded as a decimal like in the database; null without values. */
const mean = (values: ReadonlyArray<number>) => {
  if (values.length === 0) return null
  const sum = BigDecimal.sumAll(values.map(BigDecimal.fromNumberUnsafe))
  const exact = BigDecimal.divideUnsafe(sum, BigDecimal.fromNumberUnsafe(values.length))
  return BigDecimal.toNumberUnsafe(BigDecimal.round(exact, { scale: 4 }))
}

export const layerMemory = Layer.effect(
  InsightRecords,
  Effect.gen(function* () {
    const { guestIntelligence, insightRuns, properties, reservations } = yield* Memory

    const list = Effect.fnUntraced(function* (reach: Reach, where: (row: GuestIntelligence) => boolean) {
      const stays = yield* TxHashMap.snapshot(reservations)
      const venues = yield* TxHashMap.snapshot(properties)
      return (yield* TxHashMap.values(guestIntelligence))
        .filter((row) => reachesRecord(reach, row.organizationId, row.propertyId) && where(row))
        .toSorted(bestFirst)
        .map(
          (row): InsightRecord => ({
            hashedPmsGuestId: row.hashedPmsGuestId,
            memberId: row.memberId,
            social: row.social,
            matchConfidence: row.matchConfidence,
            matchedBy: row.matchedBy,
            reservationId: lookUp(stays, row.reservationId, (stay) =>
              reachesVenue(reach, stay.organizationId, stay.propertyId) ? stay.externalId : null
            ),
            propertyId: lookUp(venues, row.propertyId, ({ documentId }) => documentId),
            enrichedAt: row.enrichedAt,
            updatedAt: row.updatedAt
          })
        )
    })

    const first = Effect.fnUntraced(function* (reach: Reach, where: (row: GuestIntelligence) => boolean) {
      const [record] = yield* list(reach, where)
      return record ?? (yield* new NotFound({}))
    })

    return InsightRecords.of({
      get: Effect.fnUntraced(function* ({ hashedPmsGuestId, reach }) {
        return yield* first(reach, (row) => row.hashedPmsGuestId === hashedPmsGuestId)
      }, Effect.tx),
      getByReservation: Effect.fnUntraced(function* ({ reach, reservationId }) {
        const ids = [reservationId, reservationId.toUpperCase()]
        const stays = new Set(
          (yield* TxHashMap.values(reservations))
            .filter(
              ({ externalId, organizationId, propertyId, uuid }) =>
                reachesVenue(reach, organizationId, propertyId) && (uuid === reservationId || ids.includes(externalId))
            )
            .map(({ id }) => id)
        )
        return yield* first(reach, (row) => row.reservationId !== null && stays.has(row.reservationId))
      }, Effect.tx),
      list: Effect.fnUntraced(function* ({ memberId, reach }) {
        return (yield* list(reach, (row) => row.memberId === memberId)).slice(0, maxRecordsOfMember)
      }, Effect.tx),
      getStats: Effect.fnUntraced(function* (reach) {
        const rows = (yield* TxHashMap.values(guestIntelligence)).filter((row) =>
          reachesRecord(reach, row.organizationId, row.propertyId)
        )
        const confidences = rows.flatMap(({ matchConfidence, memberId }) =>
          memberId === null ? [] : [matchConfidence]
        )
        const between = (from: number, to: number) => confidences.filter((value) => value >= from && value < to).length
        const withStatus = (status: GuestIntelligence["status"]) => rows.filter((row) => row.status === status).length
        const ended = (yield* TxHashMap.values(insightRuns)).flatMap((run) =>
          run.finishedAt !== null && reachesOrganization(reach, run.organizationId)
            ? [{ ...run, finishedAt: run.finishedAt }]
            : []
        )
        const last = ended
          .toSorted(
            Order.combine(
              Order.mapInput(DateTime.Order, (run: (typeof ended)[number]) => run.finishedAt),
              Order.mapInput(Order.Number, ({ id }) => id)
            )
          )
          .at(-1)
        return {
          guestsTotal: rows.length,
          guestsMatched: confidences.length,
          guestsEnriched: withStatus("enriched"),
          guestsPending: withStatus("pending"),
          guestsFailed: withStatus("failed"),
          averageMatchConfidence: mean(confidences),
          confidenceBands: {
            low: between(0, confidenceBands.medium),
            medium: between(confidenceBands.medium, confidenceBands.high),
            high: between(confidenceBands.high, Number.POSITIVE_INFINITY)
          },
          lastRunAt: last?.finishedAt ?? null,
          nextRunAt: last?.nextRunAt ?? null
        }
      }, Effect.tx)
    })
  })
)
