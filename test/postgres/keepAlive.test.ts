import { assert, it } from "@effect/vitest"
import { Duration, Effect, Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { readFile } from "node:fs/promises"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { eventually } from "../support/eventually.ts"
import { freshDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

const portHere = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const find = SqlSchema.findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ port: Schema.Int }),
    execute: () => sql`SELECT inet_client_port() AS port`
  })
  return (yield* find()).port
})

/** The timer that the kernel runs for a connection from `port`; 2 is the one of keepalive (proc(5), net/tcp). */
const timerOf = (port: number) =>
  Effect.promise(async () => {
    const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`
    const lines = (await readFile("/proc/net/tcp", "latin1")).split("\n").map((line) => line.trim().split(/\s+/))
    return lines.find((fields) => fields[1]?.endsWith(local))?.[5]?.slice(0, 2)
  })

postgres.describe("connections to PostgreSQL", () => {
  it.live("HUB-045: are probed by TCP keepalive while idle", () =>
    Effect.gen(function* () {
      const { url } = yield* freshDatabase
      const options = { url: Redacted.make(url), pool: 2, statementTimeout: Duration.seconds(20) }
      yield* Effect.gen(function* () {
        const port = yield* portHere
        assert.isAbove(port, 0)
        yield* eventually(
          "the idle connection has a keepalive timer",
          Effect.map(timerOf(port), (timer) => timer === "02")
        )
      }).pipe(Effect.provide(DatabaseLayer.layerServer(options)))
    })
  )
})
