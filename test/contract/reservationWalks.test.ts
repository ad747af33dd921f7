import { assert, type Vitest } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { RowStore } from "../../src/domain/dataset/RowStore.ts"
import { type Reservation, ReservationId, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as RowStoreLayer from "../../src/layers/RowStoreLayer.ts"
import { twin } from "../support/memberServices.ts"
import { pageOf, restOf } from "../support/reservationWalks.ts"
import { start, stay, staysDataset } from "../support/datasets/staysDataset.ts"
import { twins } from "../support/twins.ts"

const { V1, V2, V3 } = venues
const pageSize = 7
const rowCount = 40

/** From this row on there is no check-in. */
const firstUndated = 25

/** Two rows share each day. Places between two rows are free, so that a row can be inserted anywhere. */
const dayOf = (index: number) => `2026-03-${String(1 + Math.floor(index / 2)).padStart(2, "0")}`

const dates = (checkIn: string | null) => ({ checkIn, checkOut: checkIn })

const row = (index: number, change: Partial<Reservation> = {}): Reservation =>
  stay(10 * (index + 1), {
    externalId: ReservationXid.make(`${String(index).padStart(3, "0")}`),
    ...dates(index >= firstUndated ? null : dayOf(index)),
    status: index % 4 === 0 ? "pending" : "other",
    propertyId: [V1.id, V2.id, V3.id][index % 3] ?? V1.id,
    memberId: null,
    ...change
  })

const rows = Array.from({ length: rowCount }, (_, index) => row(index))

const reaches = {
  "of all venues": { organizationIds: [organizationIds.A], venueIds: "all" },
  "of two venues": { organizationIds: [organizationIds.A], venueIds: [V1.id, V3.id] }
} as const satisfies Readonly<Record<string, Reach>>

const isWithin = (reach: Reach) => (one: Reservation) =>
  reach.venueIds === "all" || reach.venueIds.includes(one.propertyId)

const provided = {
  layerMemory: Layer.merge(twin.layerMemory, RowStoreLayer.layerMemory),
  layerSql: Layer.merge(twin.layerSql, RowStoreLayer.layerSql)
}

type Services = Layer.Success<(typeof provided)["layerSql"]>

const store = RowStore.useSync((of) => of.of("reservations"))

const change = (index: number, to: Partial<Reservation>) =>
  Effect.flatMap(store, (all) =>
    all.update({ organizationId: organizationIds.A, id: ReservationId.make(10 * (index + 1)) }, to)
  )

const insert = (index: number, externalId: string, number: number) =>
  Effect.flatMap(store, (all) =>
    all.insert(row(index, { id: ReservationId.make(number), externalId: ReservationXid.make(externalId) }))
  )

/** The row that changes after the first page was read: near the page's end, or far from it. */
const spots = {
  "the first row": 0,
  "a row that was passed": 3,
  "the last row of the page": pageSize - 1,
  "the first row of the next page": pageSize,
  "a row far behind": 2 * pageSize + 3,
  "the last row with a date": firstUndated - 1,
  "the first row without one": firstUndated,
  "the last row": rowCount - 1
}

const text = (index: number) => String(index).padStart(3, "0")

/** What happens to the row. Each returns the external id of the row that is new, removed or moved. */
const changes = {
  "moves to the front": (index: number) => Effect.as(change(index, dates("2026-01-01")), text(index)),
  "moves to the end": (index: number) => Effect.as(change(index, dates("2026-12-31")), text(index)),
  "loses its date": (index: number) => Effect.as(change(index, dates(null)), text(index)),
  "is removed": (index: number) =>
    Effect.as(
      Effect.flatMap(store, (all) =>
        all.remove({ organizationId: organizationIds.A, id: ReservationId.make(10 * (index + 1)) })
      ),
      text(index)
    ),
  "gets one before it": (index: number) =>
    Effect.as(insert(index, `${text(index - 1)}~`, 10_001), `${text(index - 1)}~`),
  "gets one after it": (index: number) => Effect.as(insert(index, `${text(index)}~`, 10_002), `${text(index)}~`),
  "changes its state": (index: number) =>
    Effect.as(change(index, { status: "cancelled", updatedAt: DateTime.add(start, { days: 1 }) }), "none")
}

/** Rolls back what `effect` wrote, and returns its result. */
const undone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flip(atomically(Effect.flatMap(Effect.orDie(effect), (value) => Effect.fail(value))))

const walkWith = Effect.fnUntraced(function* (reach: Reach, changing: Effect.Effect<string, unknown, RowStore>) {
  const first = yield* pageOf(reach, { limit: pageSize })
  const changed = yield* changing
  const following = yield* restOf((cursor) => pageOf(reach, { limit: pageSize, cursor }), first.nextCursor, Effect.void)
  return { first: first.ids, changed, following }
})

const contract = (it: Vitest.MethodsNonLive<Services>) => {
  for (const [whose, reach] of Object.entries(reaches)) {
    for (const [spot, index] of Object.entries(spots)) {
      for (const [what, apply] of Object.entries(changes)) {
        it.effect(`PAR-059: in a walk ${whose}, ${spot} ${what}, and no other row is missed or repeated`, () =>
          Effect.gen(function* () {
            const { changed, first, following } = yield* undone(walkWith(reach, apply(index)))
            assert.deepStrictEqual(
              [...first, ...following].filter((id) => id !== changed),
              rows.filter(isWithin(reach)).flatMap(({ externalId }) => (externalId === changed ? [] : [externalId]))
            )
            assert.isAtMost(following.filter((id) => id === changed).length, 1)
          })
        )
      }
    }
  }

  it.effect("PAR-059: a row inserted before the cursor is not seen, and no row is repeated", () =>
    Effect.gen(function* () {
      const inserting = Effect.as(insert(2, "001~", 10_003), "001~")
      const { changed, first, following } = yield* undone(walkWith(reaches["of all venues"], inserting))
      assert.notInclude([...first, ...following], changed)
      assert.strictEqual(new Set([...first, ...following]).size, rowCount)
    })
  )

  it.effect("PAR-059: paging continues even if every previous row is removed", () =>
    Effect.gen(function* () {
      const reach = reaches["of all venues"]
      const removing = Effect.as(
        Effect.flatMap(store, (all) =>
          Effect.forEach(rows.slice(0, pageSize), ({ id, organizationId }) => all.remove({ organizationId, id }))
        ),
        "none"
      )
      const { following } = yield* undone(walkWith(reach, removing))
      assert.deepStrictEqual(
        following,
        rows.slice(pageSize).map(({ externalId }): string => externalId)
      )
    })
  )

  it.effect("PAR-059: paging ends if all rows are removed", () =>
    Effect.gen(function* () {
      const removing = Effect.as(
        Effect.flatMap(store, (all) =>
          Effect.forEach(rows, ({ id, organizationId }) => all.remove({ organizationId, id }))
        ),
        "none"
      )
      const { following } = yield* undone(walkWith(reaches["of two venues"], removing))
      assert.deepStrictEqual(following, [])
    })
  )
}

twins("walks of reservations", provided, staysDataset({ reservations: rows }), contract)

/** More changes than are sorted: beyond 2000, `updatedSince` is a condition on the rows in list order. */
const thousands = Array.from({ length: 2100 }, (_, index) =>
  stay(1 + index, {
    externalId: ReservationXid.make(`${(index * 7919) % 2100}`),
    ...dates(index % 10 === 0 ? null : `2026-0${1 + (index % 9)}-01`),
    status: index % 3 === 0 ? "pending" : "other",
    propertyId: index % 2 === 0 ? V1.id : V2.id,
    memberId: null,
    updatedAt: DateTime.add(start, { seconds: index })
  })
)

twins("walks of many changed reservations", provided, staysDataset({ reservations: thousands }), (it) => {
  it.effect("PAR-058: lists more than 2000 changes like few: in order, by venue and status, each once", () =>
    Effect.gen(function* () {
      for (const reach of Object.values(reaches)) {
        for (const [seconds, isSorted] of [
          [0, false],
          [150, true]
        ] as const) {
          const query = { limit: 100, updatedSince: DateTime.add(start, { seconds }), statuses: ["pending"] } as const
          const first = yield* pageOf(reach, query)
          const rest = yield* restOf((cursor) => pageOf(reach, { ...query, cursor }), first.nextCursor, Effect.void)
          const matching = thousands.filter(
            (one, index) => index >= seconds && one.status === "pending" && isWithin(reach)(one)
          )
          assert.strictEqual(thousands.length - seconds > 2000, !isSorted)
          assert.deepStrictEqual(
            [...first.ids, ...rest],
            matching.toSorted(byPlace).map(({ externalId }): string => externalId)
          )
        }
      }
    })
  )
})

const byPlace = (a: Reservation, b: Reservation) => {
  const [one, other] = [a, b].map(({ checkIn, externalId }) => `${checkIn ?? "9999"} ${externalId}`)
  return String(one) < String(other) ? -1 : 1
}
