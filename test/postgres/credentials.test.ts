import { assert, it } from "@effect/vitest"
import { Context, Duration, Effect, Fiber, Layer, Logger, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { revokeKey } from "../../src/domain/access/revokeKey.ts"
import { rotateKey } from "../../src/domain/access/rotateKey.ts"
import { ApiKeys } from "../../src/domain/access/ApiKeys.ts"
import { Credentials } from "../../src/domain/access/Credentials.ts"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import * as CredentialsLayer from "../../src/layers/CredentialsLayer.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as DigestsLayer from "../../src/layers/DigestsLayer.ts"
import * as ApiKeysLayer from "../../src/layers/repositories/ApiKeysLayer.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import * as IntegrationsLayer from "../../src/layers/repositories/IntegrationsLayer.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { eventually } from "../support/eventually.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

/** Far longer than a test takes, so that an earlier change of the cache was caused by a notification. */
const rememberedFor = 3600

/** The services of one process, with the smallest pool allowed. */
const process = ({ url }: Database) =>
  Layer.build(
    Layer.fresh(
      Layer.merge(
        CredentialsLayer.layerShared(rememberedFor).pipe(
          Layer.provideMerge(DigestsLayer.layer(Redacted.make("a secret of thirty-two characters"))),
          Layer.provideMerge(ApiKeysLayer.layerSql)
        ),
        Layer.mergeAll(
          AtomicLayer.layerSql,
          AuditLogLayer.layerSql,
          IntegrationsLayer.layerSql,
          SecureRandom.layerWebCrypto
        )
      ).pipe(
        Layer.provideMerge(
          DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 2, statementTimeout: Duration.seconds(20) })
        )
      )
    )
  ).pipe(Effect.orDie)

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  const here = yield* process(database)
  const elsewhere = yield* process(database)
  return { database, here, elsewhere }
})

type Process = Effect.Success<ReturnType<typeof process>>

const isRevoked = (at: Process, secret: string) =>
  Effect.map(Context.get(at, Credentials).find(secret), (found) =>
    Option.isSome(Option.filter(found, ({ key }) => key.revokedAt !== null))
  )

const revoke = Effect.fnUntraced(function* (at: Process, secret: string) {
  const found = yield* Context.get(at, ApiKeys).findByHash(sha256(secret))
  const { key } = yield* Effect.orDie(Effect.fromOption(found))
  yield* revokeKey(key.xid).pipe(Effect.provideContext(at), Effect.orDie)
})

const listening = ({ value }: Database) =>
  Effect.map(
    value("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'LISTEN%'"),
    Number
  )

const quietly = Effect.provide(Logger.layer([]))

postgres.describe("cached keys of several processes", () => {
  it.live(
    "PAR-100, HUB-080: a key revoked by one process is dropped from all caches, long before it would expire",
    () =>
      Effect.gen(function* () {
        const { database, elsewhere, here } = yield* start
        yield* eventually(
          "both processes listen",
          Effect.map(listening(database), (count) => count === 2)
        )
        const secret = hubKeys.KH_all
        assert.deepStrictEqual([yield* isRevoked(here, secret), yield* isRevoked(elsewhere, secret)], [false, false])
        yield* revoke(here, secret)
        yield* eventually("the other process knows", isRevoked(elsewhere, secret))
        yield* eventually("the process itself knows", isRevoked(here, secret))
        assert.isFalse(yield* isRevoked(elsewhere, hubKeys.KH_other))
      }).pipe(Effect.scoped, quietly)
  )

  it.live(
    "PAR-100, HUB-079: changing or deleting a key in the database drops it from the cache; recording a use does not",
    () =>
      Effect.gen(function* () {
        const { database, here } = yield* start
        yield* eventually(
          "both processes listen",
          Effect.map(listening(database), (count) => count === 2)
        )
        const change = (assignment: string) => database.query(`UPDATE api_keys SET ${assignment} WHERE name = 'KH_all'`)
        const secret = hubKeys.KH_all
        assert.isFalse(yield* isRevoked(here, secret))
        // Without a notification, so that later notifications show whether they drop the key from the cache.
        yield* database.query("ALTER TABLE api_keys DISABLE TRIGGER USER")
        yield* change("revoked_at = now()")
        yield* database.query("ALTER TABLE api_keys ENABLE TRIGGER USER")
        yield* change("last_used_at = now()")
        yield* change("name = name")
        yield* Effect.sleep("500 millis")
        assert.isFalse(yield* isRevoked(here, secret))
        yield* change("permissions = '{}'")
        yield* eventually("the process reads the key again", isRevoked(here, secret))
        assert.isTrue(Option.isSome(yield* Context.get(here, Credentials).find(hubKeys.KH_other)))
        yield* database.query("DELETE FROM api_keys WHERE name = 'KH_other'")
        yield* eventually(
          "the process misses the removed key",
          Effect.map(Context.get(here, Credentials).find(hubKeys.KH_other), Option.isNone)
        )
      }).pipe(Effect.scoped, quietly)
  )

  it.live("PAR-100: a process that was disconnected listens again, and drops everything cached until then", () =>
    Effect.gen(function* () {
      const { database, elsewhere, here } = yield* start
      yield* eventually(
        "both processes listen",
        Effect.map(listening(database), (count) => count === 2)
      )
      const [first, second] = [hubKeys.KH_all, hubKeys.KH_other]
      for (const secret of [first, second]) assert.isFalse(yield* isRevoked(elsewhere, secret))
      yield* database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE 'LISTEN%'`
      )
      yield* revoke(here, first)
      yield* eventually("the missed change is seen", isRevoked(elsewhere, first))
      yield* eventually(
        "both processes listen again",
        Effect.map(listening(database), (count) => count === 2)
      )
      yield* revoke(here, second)
      yield* eventually("what comes next is heard", isRevoked(elsewhere, second))
    }).pipe(Effect.scoped, quietly)
  )

  it.live("PAR-100: a rotation that waits for the revocation of its key creates no successor", () =>
    Effect.gen(function* () {
      const { database, here } = yield* start
      const keys = Context.get(here, ApiKeys)
      const { key } = yield* Effect.orDie(Effect.fromOption(yield* keys.findByHash(sha256(hubKeys.KH_all))))
      const before = (yield* keys.list(undefined)).length
      // By a process whose clock is ahead.
      const revocation = "UPDATE api_keys SET revoked_at = now() + interval '10 seconds' WHERE xid = $1"
      const { release } = yield* holdRows(database, revocation, [key.xid])
      const rotation = yield* Effect.forkChild(
        rotateKey(key.xid, Duration.hours(1)).pipe(Effect.flip, Effect.provideContext(here))
      )
      yield* eventually("the rotation waits", isWaiting(database))
      yield* release
      assert.strictEqual((yield* Fiber.join(rotation))._tag, "ApiKeyEnded")
      assert.lengthOf(yield* keys.list(undefined), before)
    }).pipe(Effect.scoped, quietly)
  )
})
