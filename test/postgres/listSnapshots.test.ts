import { assert, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { Arrivals } from "../../src/domain/arrivals/Arrivals.ts"
import { Favorites } from "../../src/domain/favorites/Favorites.ts"
import { Fulfillments } from "../../src/domain/fulfillments/Fulfillments.ts"
import { Notifications } from "../../src/domain/notifications/Notifications.ts"
import { OfferViews } from "../../src/domain/offers/OfferViews.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import { StayViews } from "../../src/domain/reservations/StayViews.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as ArrivalsLayer from "../../src/layers/repositories/ArrivalsLayer.ts"
import * as FavoritesLayer from "../../src/layers/repositories/FavoritesLayer.ts"
import * as FulfillmentsLayer from "../../src/layers/repositories/FulfillmentsLayer.ts"
import * as NotificationsLayer from "../../src/layers/repositories/NotificationsLayer.ts"
import * as OfferViewsLayer from "../../src/layers/repositories/OfferViewsLayer.ts"
import * as StayViewsLayer from "../../src/layers/repositories/StayViewsLayer.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const memberId = memberIds.M1
const page = { limit: 100, offset: 0 }

const repositories = Layer.mergeAll(
  ArrivalsLayer.layerSql,
  FavoritesLayer.layerSql,
  FulfillmentsLayer.layerSql,
  NotificationsLayer.layerSql,
  OfferViewsLayer.layerSql,
  StayViewsLayer.layerSql
)

interface Listed {
  readonly items: ReadonlyArray<unknown>
  readonly total: number
}

/** A list with a total, its table, and a write that takes one row out of the list. */
interface List {
  readonly table: string
  readonly write: string
  readonly list: Effect.Effect<Listed, never, Layer.Success<typeof repositories>>
}

const oneOf = (table: string, where: string) => `ctid = (SELECT ctid FROM ${table} WHERE ${where} LIMIT 1)`

const lists: Readonly<Record<string, List>> = {
  listReservations: {
    table: "reservations",
    write: `UPDATE reservations_rows SET member_id = NULL WHERE ${oneOf("reservations_rows", `member_id = ${memberId} AND check_in IS NOT NULL`)}`,
    list: StayViews.use((views) =>
      views.list({ memberId, now, from: undefined, to: undefined, status: undefined, sortBy: "id", ...page })
    )
  },
  listNotifications: {
    table: "notifications",
    write: `DELETE FROM notifications_rows WHERE ${oneOf("notifications_rows", `member_id = ${memberId}`)}`,
    list: Notifications.use((all) =>
      all.list({ memberId, order: "asc", isRead: undefined, isWallet: undefined, now, ...page })
    )
  },
  listFavorites: {
    table: "favorites",
    write: `DELETE FROM favorites_rows WHERE ${oneOf("favorites_rows", `member_id = ${memberId}`)}`,
    list: Favorites.use((all) => all.list({ memberId, ...page }))
  },
  listFulfillments: {
    table: "fulfillments",
    write: `UPDATE fulfillments_rows SET member_id = ${memberIds.M2} WHERE ${oneOf("fulfillments_rows", `member_id = ${memberId}`)}`,
    list: Fulfillments.use((all) => all.list({ memberId, now, statuses: undefined, propertyId: undefined, ...page }))
  },
  listOffers: {
    table: "offers",
    write: `UPDATE offers_rows SET valid_until = '2000-01-01' WHERE ${oneOf("offers_rows", "status = 'published' AND valid_until IS NULL")}`,
    list: OfferViews.use((views) =>
      views.list({
        memberId,
        now,
        venue: undefined,
        circle: undefined,
        categoryId: undefined,
        redemptionType: undefined,
        ...page
      })
    )
  },
  listArrivals: {
    table: "arrival_tasks",
    write: `DELETE FROM arrival_tasks_rows WHERE ${oneOf("arrival_tasks_rows", "property_id = 101 AND check_in = '2026-05-11'")}`,
    list: Arrivals.use((arrivals) =>
      arrivals.list({
        reach: { organizationIds: "all", venueIds: [VenueId.make(101)] },
        now,
        from: undefined,
        to: undefined,
        statuses: ["open", "acknowledged", "completed", "withdrawn"],
        acknowledged: undefined,
        ...page
      })
    )
  }
}

/** Replaces a table by a view, in which each reading statement makes the write before it reads. */
const writingReads = ({ table, write }: List) => [
  `ALTER TABLE ${table} RENAME TO ${table}_rows`,
  `CREATE FUNCTION write_between() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$ BEGIN ${write}; RETURN true; END $$`,
  `CREATE VIEW ${table} AS SELECT r.* FROM ${table}_rows r, (SELECT write_between() AS written OFFSET 0) w WHERE w.written`
]

/** Statements that only read share one connection, so that a second one begins when the first has ended. */
const oneReader = { pool: 3, statementTimeout: Duration.seconds(30) }

const filled = Effect.gen(function* () {
  const database = yield* migratedDatabase
  const services = yield* Layer.build(
    repositories.pipe(Layer.provideMerge(DatabaseLayer.layerServer({ url: Redacted.make(database.url), ...oneReader })))
  )
  yield* insertDataset(demoDataset(now)).pipe(Effect.provideContext(services), Effect.orDie)
  return { database, services }
})

postgres.describe("lists with a total, on PostgreSQL", () => {
  for (const [name, { list, ...of }] of Object.entries(lists)) {
    it.live(
      `MEM-010, PAR-038: items and total of ${name} come from one snapshot, even if rows leave the list meanwhile`,
      () =>
        Effect.gen(function* () {
          const { database, services } = yield* filled
          const before = yield* Effect.provideContext(list, services)
          assert.strictEqual(before.items.length, before.total)
          for (const statement of writingReads({ list, ...of })) yield* database.query(statement)
          const during = yield* Effect.provideContext(list, services)
          assert.strictEqual(during.items.length, during.total)
          assert.strictEqual(during.total, before.total)
          const after = yield* Effect.provideContext(list, services)
          assert.isBelow(after.total, before.total)
          assert.strictEqual(after.items.length, after.total)
        })
    )
  }
})
