import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { eventually } from "../support/eventually.ts"
import type { Database } from "../support/servers/Database.ts"
import type { Call } from "../support/http/httpCall.ts"
import { Pair, pair, type ServerProcess, runVerb } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { listeners, withKey } from "./messaging.ts"

/** The longest that a revocation may take (PAR-100). */
const boundSeconds = 60

const withKeyOf = (name: "PA" | "PB") => ({ "x-api-key": partnerKeys[name] })

const brands = (key: Parameters<typeof withKey>[0]): Call => ({
  method: "GET",
  path: "/api/external/v1/brands",
  headers: withKey(key)
})
const partnerScope: Call = { method: "GET", path: "/v1/partner/scope", headers: withKeyOf("PA") }

const idOf = ({ value }: Database, name: string) =>
  Effect.map(value("SELECT xid FROM api_keys WHERE name = $1", [name]), String)

const statusOf = (server: ServerProcess, call: Call) => Effect.map(server.call(call), ({ status }) => status)

/** Uses the keys in both processes, so that both cache them. */
const used = Effect.fnUntraced(function* (...calls: ReadonlyArray<Call>) {
  const { one, other } = yield* Pair
  for (const call of calls) {
    assert.deepStrictEqual([yield* statusOf(one, call), yield* statusOf(other, call)], [200, 200])
  }
})

const refused = Effect.fnUntraced(function* (call: Call, seconds: number) {
  const { one, other } = yield* Pair
  yield* Effect.forEach(
    [one, other],
    (server) =>
      eventually(
        `a process refuses the key for ${call.path}`,
        Effect.map(statusOf(server, call), (status) => status === 401),
        seconds
      ),
    { concurrency: 2 }
  )
})

postgres.describe("a key revoked elsewhere, while processes cache keys for the maximum time", () => {
  layer(pair({ HUB_KEY_CACHE_SECONDS: String(boundSeconds) }), { excludeTestServices: true })((it) => {
    it.effect(
      "HUB-080, PAR-100: refuses a key revoked by `hub keys revoke` in both processes, other keys unaffected",
      () =>
        Effect.gen(function* () {
          const { database } = yield* Pair
          yield* used(brands("KH_all"), brands("KH_other"), partnerScope)
          yield* runVerb(database, "keys", "revoke", yield* idOf(database, "KH_all"))
          yield* runVerb(database, "keys", "revoke", yield* idOf(database, "PA"))
          // Half the bound proves a notification: waiting for the cache to expire would take the whole bound.
          yield* refused(brands("KH_all"), boundSeconds / 2)
          yield* refused(partnerScope, boundSeconds / 2)
          yield* used(brands("KH_other"))
        })
    )

    it.effect(
      "HUB-079, PAR-100: permissions changed in the database apply in both processes before their caches expire",
      () =>
        Effect.gen(function* () {
          const { database, one, other } = yield* Pair
          const programs: Call = { ...partnerScope, path: "/v1/partner/loyalty/programs", headers: withKeyOf("PB") }
          yield* used(programs)
          const change = (permissions: string) =>
            database.query(`UPDATE api_keys SET permissions = ${permissions} WHERE name = 'PB'`)
          yield* change("array_remove(permissions, 'partner:loyalty:programs:read')")
          for (const server of [one, other]) {
            yield* eventually(
              "a process refuses what the key may no longer do",
              Effect.map(statusOf(server, programs), (status) => status === 403),
              boundSeconds / 2
            )
          }
          yield* change("array_append(permissions, 'partner:loyalty:programs:read')")
          for (const server of [one, other]) {
            yield* eventually(
              "a process allows it again",
              Effect.map(statusOf(server, programs), (status) => status === 200),
              boundSeconds / 2
            )
          }
        })
    )

    it.effect("PAR-100: refuses a key that was revoked while no process could be notified", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        yield* used(brands("KH_team"))
        const ended = yield* database.query(
          `WITH revoked AS (UPDATE api_keys SET revoked_at = now() WHERE name = 'KH_team')
            SELECT pg_terminate_backend(pid) FROM (${listeners}) l`
        )
        assert.strictEqual(ended.length, 2)
        yield* refused(brands("KH_team"), boundSeconds / 2)
        yield* eventually(
          "both processes listen again",
          Effect.map(database.query(listeners), ({ length }) => length === 2)
        )
      })
    )
  })
})

postgres.describe("a key revoked in the database without a notification", () => {
  layer(pair({ HUB_KEY_CACHE_SECONDS: "2" }), { excludeTestServices: true })((it) => {
    it.effect("PAR-100: is refused by both processes once their caches have expired", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        yield* used(brands("KH_all"))
        yield* database.query("ALTER TABLE api_keys DISABLE TRIGGER USER")
        yield* database.query("UPDATE api_keys SET revoked_at = now() WHERE name = 'KH_all'")
        yield* refused(brands("KH_all"), boundSeconds)
      })
    )
  })
})
