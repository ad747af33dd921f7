import { Effect, Layer, Order, TxHashMap } from "effect"
import { type Reach, reachesOrganization, reachesVenue } from "../../domain/access/Reach.ts"
import type { Operator } from "../../domain/operators/Operator.ts"
import type { Property } from "../../domain/properties/Property.ts"
import { containsText } from "../../domain/shared/foldText.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { lockedTeammate } from "../../domain/teammates/lockedTeammate.ts"
import type { Teammate } from "../../domain/teammates/Teammate.ts"
import { Teammates } from "../../domain/teammates/Teammates.ts"
import { makeTeammatesSql } from "../../sql/repositories/TeammatesSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(Teammates, makeTeammatesSql)

const byNameThenId = Order.combine(
  Order.mapInput(binaryOrder, (operator: Operator) => operator.name),
  Order.mapInput(binaryOrder, (operator) => operator.identitySubject)
)

/** The venues of an operator's organization that the operator reaches. */
const reachedBy = ({ allVenues, organizationId, venueIds }: Operator, venues: ReadonlyArray<Property>) =>
  venues.filter((venue) => venue.organizationId === organizationId && (allVenues || venueIds.includes(venue.id)))

const show = (operator: Operator, venues: ReadonlyArray<Property>, reach: Reach): Teammate => ({
  teammateId: operator.identitySubject,
  name: operator.name,
  email: operator.email,
  role: operator.role,
  allVenues: operator.allVenues,
  venueIds: operator.allVenues
    ? []
    : reachedBy(operator, venues)
        .filter(({ id, organizationId }) => reachesVenue(reach, organizationId, id))
        .map(({ documentId }) => documentId)
        .toSorted(binaryOrder),
  updatedAt: operator.updatedAt
})

export const layerMemory = Layer.effect(
  Teammates,
  Effect.gen(function* () {
    const memory = yield* Memory
    const venuesNow = TxHashMap.values(memory.properties)

    const visible = Effect.fnUntraced(function* (reach: Reach) {
      const venues = yield* venuesNow
      const operators = yield* TxHashMap.values(memory.operators)
      return operators.filter(
        (operator) =>
          operator.status === "active" &&
          operator.organizationId !== null &&
          reachesOrganization(reach, operator.organizationId) &&
          (reach.venueIds === "all" ||
            reachedBy(operator, venues).some(({ id, organizationId }) => reachesVenue(reach, organizationId, id)))
      )
    })

    return Teammates.of({
      list: Effect.fnUntraced(function* ({ limit, offset, q, reach, venueId }) {
        const venues = yield* venuesNow
        const found = (yield* visible(reach)).filter(
          (operator) =>
            (venueId === undefined || reachedBy(operator, venues).some(({ id }) => id === venueId)) &&
            (q === undefined || [operator.name, operator.email].some((text) => containsText(text, q)))
        )
        const page = found.toSorted(byNameThenId).slice(offset, offset + limit)
        return { items: page.map((operator) => show(operator, venues, reach)), total: found.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* ({ reach, teammateId }) {
        const found = (yield* visible(reach)).find(({ identitySubject }) => identitySubject === teammateId)
        return found === undefined ? yield* new NotFound({}) : show(found, yield* venuesNow, reach)
      }, Effect.tx),
      getForUpdate: Effect.fnUntraced(function* (wanted) {
        return yield* lockedTeammate(yield* TxHashMap.values(memory.operators), wanted)
      }, Effect.tx),
      updateReach: Effect.fnUntraced(function* ({ allVenues, id, now, reach, venueIds }) {
        const key = String(id)
        const operator = yield* Effect.orDie(Effect.flatMap(TxHashMap.get(memory.operators, key), Effect.fromOption))
        const changed: Operator = { ...operator, allVenues, venueIds, updatedAt: now }
        yield* TxHashMap.set(memory.operators, key, changed)
        return show(changed, yield* venuesNow, reach)
      }, Effect.tx)
    })
  })
)
