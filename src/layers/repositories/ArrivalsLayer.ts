import { DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import { reachesVenue } from "../../domain/access/Reach.ts"
import type { Arrival } from "../../domain/arrivals/Arrival.ts"
import { Arrivals, type ArrivalLocator, type LocatedArrival } from "../../domain/arrivals/Arrivals.ts"
import { clampWindow, isInWindow, windowDays } from "../../domain/arrivals/ArrivalsWindow.ts"
import { addDays, dateIn } from "../../domain/shared/calendar.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makeArrivalsSql } from "../../sql/repositories/ArrivalsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import {
  type ArrivalStanding,
  arrivalStandings,
  checkInOf,
  hasChanged,
  hasTierEnded,
  statusOf
} from "./arrivalStandings.ts"
import { highestTierOf } from "./highestTierOf.ts"
import { pendingRebuilds } from "./pendingRebuilds.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(Arrivals, makeArrivalsSql)

const byCheckInThenTask = Order.combine(
  Order.mapInput(Order.String, checkInOf),
  Order.mapInput(binaryOrder, ({ task }: ArrivalStanding) => task.xid)
)

/** The twin over the in-memory tables. Venue, dates and cancellation are read from the stay, as in the database. */
export const layerMemory = Layer.effect(
  Arrivals,
  Effect.gen(function* () {
    const memory = yield* Memory

    const show = Effect.fnUntraced(function* (standing: ArrivalStanding, now: DateTime.Utc) {
      const { stay, task, venue } = standing
      const member = yield* Effect.orDie(
        Effect.flatMap(TxHashMap.get(memory.members, String(task.memberId)), Effect.fromOption)
      )
      const tier = yield* highestTierOf(memory, task, now)
      const { externalId, confirmationCode, checkOut, status } = stay
      const arrival: Arrival = {
        taskId: task.xid,
        status: statusOf(standing),
        propertyId: venue.documentId,
        propertyName: venue.name,
        member: {
          externalId: member.xid,
          firstName: member.firstName,
          lastName: member.lastName,
          tierName: tier?.name ?? null,
          tierLevel: tier?.level ?? null
        },
        reservation: {
          reservationId: externalId,
          confirmationCode,
          checkInDate: checkInOf(standing),
          checkOutDate: checkOut,
          status
        },
        benefits: task.benefits,
        specialNotes: task.specialNotes,
        acknowledgedAt: instantOrNull(task.acknowledgedAt),
        acknowledgedBy: task.acknowledgedBy,
        changedSinceAck: hasChanged(standing, task.tierLevel !== (tier?.level ?? null)),
        refreshedAt: DateTime.formatIso(task.refreshedAt),
        createdAt: DateTime.formatIso(task.createdAt)
      }
      return { arrival, isTierEnded: yield* hasTierEnded(memory, task, now), venue }
    })

    const find = Effect.fnUntraced(function* ({ now, reach, taskId }: ArrivalLocator) {
      const standing = (yield* arrivalStandings(memory, reach, now)).find(({ task }) => task.xid === taskId)
      return standing === undefined ? yield* new NotFound({}) : standing
    })

    const get = Effect.fnUntraced(function* (locator: ArrivalLocator) {
      const { arrival, isTierEnded, venue } = yield* show(yield* find(locator), locator.now)
      const ofVenue = { organizationIds: [venue.organizationId], venueIds: [venue.id] }
      const isOutdated = isTierEnded || (yield* pendingRebuilds(memory, ofVenue)).length > 0
      return { arrival, isOutdated, venueId: venue.id } satisfies LocatedArrival
    })

    return Arrivals.of({
      list: Effect.fnUntraced(function* (query) {
        const { acknowledged, limit, now, offset, reach, statuses } = query
        const venues = (yield* TxHashMap.values(memory.properties)).filter(({ id, organizationId }) =>
          reachesVenue(reach, organizationId, id)
        )
        const days = venues.map(({ timezone }) => dateIn(now, timezone)).toSorted()
        const today = DateTime.formatIsoDateUtc(now)
        const window = {
          from: addDays(days[0] ?? today, -windowDays.before),
          to: addDays(days.at(-1) ?? today, windowDays.after)
        }
        const { from, to } = clampWindow(window, query)
        const matching = (yield* arrivalStandings(memory, reach, now)).filter(
          (standing) =>
            standing.stay.checkIn !== null &&
            isInWindow(standing.stay.checkIn, standing.today) &&
            statuses.includes(statusOf(standing)) &&
            checkInOf(standing) >= from &&
            checkInOf(standing) <= to &&
            (acknowledged === undefined || (standing.task.acknowledgedAt !== null) === acknowledged)
        )
        const page = matching.toSorted(byCheckInThenTask).slice(offset, offset + limit)
        const items = yield* Effect.forEach(page, (standing) => show(standing, now))
        const isOutdated = (yield* pendingRebuilds(memory, reach)).length > 0
        return {
          isOutdated,
          hasEndedTiers: items.some(({ isTierEnded }) => isTierEnded),
          items: items.map(({ arrival }) => arrival),
          total: matching.length,
          window
        }
      }, Effect.tx),
      get: (locator) => Effect.tx(get(locator)),
      updateAcknowledgement: Effect.fnUntraced(function* ({ by, ...locator }) {
        const standing = yield* find(locator)
        const { task } = standing
        const { arrival: before } = yield* show(standing, locator.now)
        yield* TxHashMap.set(memory.arrivalTasks, String(task.id), {
          ...task,
          acknowledgedAt: task.acknowledgedAt ?? locator.now,
          acknowledgedBy: task.acknowledgedBy ?? by,
          status: task.status === "open" ? "acknowledged" : task.status,
          checkIn: checkInOf(standing),
          tierLevel: (yield* highestTierOf(memory, task, locator.now))?.level ?? null,
          changedSinceAck: false
        })
        return { ...(yield* get(locator)), hasChanged: before.acknowledgedAt === null || before.changedSinceAck }
      }, Effect.tx)
    })
  })
)
