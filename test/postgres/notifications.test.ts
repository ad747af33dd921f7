import { assert, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Exit, Layer, Redacted } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { type NewNotification, Notifications } from "../../src/domain/notifications/Notifications.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as NotificationsLayer from "../../src/layers/repositories/NotificationsLayer.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

/** The services of one process, with a pool of their own. */
const process = (url: string) =>
  Layer.build(
    Layer.merge(NotificationsLayer.layerSql, AtomicLayer.layerSql).pipe(
      Layer.provideMerge(
        DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 10, statementTimeout: Duration.seconds(20) })
      )
    )
  )

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  const one = yield* process(database.url)
  return { database, one, other: yield* process(database.url) }
})

const newNotification = (n: number, createdAt: DateTime.Utc, dedupeKey: string): NewNotification => ({
  type: "wallet",
  isWallet: true,
  memberId: memberIds.M_new,
  title: `Notification ${n}`,
  message: "",
  metadata: {},
  createdAt,
  dedupeKey
})

postgres.describe("notifications on a PostgreSQL server that processes share", () => {
  it.live("MEM-102: 20 concurrent transactions notify a member of one fact once", () =>
    Effect.gen(function* () {
      const { one, other } = yield* start
      const now = yield* DateTime.now
      for (const round of [1, 2, 3, 4, 5]) {
        const notify = (n: number) =>
          Notifications.use((all) => all.insert(newNotification(n, now, `fact ${round}`))).pipe(
            Effect.andThen(n % 4 === 3 ? Effect.fail("later step failed") : Effect.void),
            atomically,
            Effect.exit,
            Effect.provideContext(n % 2 === 0 ? one : other)
          )
        const exits = yield* Effect.all(
          Array.from({ length: 20 }, (_, n) => notify(n)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 15)
        const { unreadCount } = yield* Notifications.use((all) =>
          all.getUnreadCount({ memberId: memberIds.M_new, now })
        ).pipe(Effect.provideContext(one))
        assert.strictEqual(unreadCount, round)
      }
    })
  )

  it.live("MEM-105: the database itself rejects wrong wallet flags and unknown types", () =>
    Effect.gen(function* () {
      const { database } = yield* start
      const insert = (type: string, isWallet: boolean) =>
        database
          .query(
            `INSERT INTO notifications (member_id, type, title, message, is_wallet, created_at, updated_at)
            VALUES ($1, $2, '', '', $3, now(), now())`,
            [memberIds.M_new, type, isWallet]
          )
          .pipe(Effect.sandbox, Effect.isSuccess)
      const inserted = yield* Effect.forEach(
        [
          ["wallet", true],
          ["wallet", false],
          ["reservation", true],
          ["reservation", false],
          ["system", true],
          ["promotion", false],
          ["other", false]
        ] as const,
        ([type, isWallet]) => insert(type, isWallet)
      )
      assert.deepStrictEqual(inserted, [true, false, false, true, true, true, false])
    })
  )
})
