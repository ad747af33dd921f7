import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { resolve } from "node:path"
import { startChild } from "../support/servers/child.ts"
import { eventually } from "../support/eventually.ts"
import { freePort } from "../support/servers/freePort.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { production } from "../support/servers/hub.ts"
import { httpCall } from "../support/http/httpCall.ts"
import { postgres } from "../support/servers/servers.ts"

const root = resolve(import.meta.dirname, "../..")

postgres.describe("a process in production", () => {
  it.live(
    "GEN-010: a failure on the public, hub or partner surface is a 500 without SQL, stack, path or host name",
    () =>
      Effect.gen(function* () {
        const database = yield* migratedDatabase
        const port = yield* freePort
        const child = yield* startChild(
          process.execPath,
          ["--disable-warning=ExperimentalWarning", "src/main.ts", "serve"],
          {
            cwd: root,
            env: {
              PATH: process.env["PATH"],
              ...production,
              DATABASE_URL: database.url,
              HOST: "127.0.0.1",
              PORT: String(port),
              HUB_JOBS: "0"
            }
          }
        )
        const call = (path: string, headers: Record<string, string> = {}) =>
          httpCall(port, { method: "GET", path, headers })
        yield* eventually(
          "the process is ready",
          call("/readyz").pipe(
            Effect.map(({ status }) => status === 200),
            Effect.orElseSucceed(() => false)
          )
        )
        for (const table of ["properties", "legacy_reservations", "api_keys"]) {
          yield* database.query(`ALTER TABLE ${table} RENAME TO ${table}_away`)
        }
        const hubKey = `hub_live_org_${"a".repeat(43)}`
        const partnerKey = `hub_live_ptr_${"a".repeat(43)}`
        for (const [path, headers] of [
          ["/v1/public/properties/t5jsyq1qwiudc8e7cj2uvs7t", {}],
          [`/v1/public/reservations/legacy/${"0".repeat(24)}/resolve`, {}],
          ["/api/external/v1/brands", { authorization: `Bearer ${hubKey}` }],
          ["/v1/partner/scope", { "x-api-key": partnerKey }]
        ] as const) {
          const answer = yield* call(path, headers)
          assert.strictEqual(answer.status, 500, `${path}: ${answer.text}`)
          assert.notMatch(
            answer.text,
            /SELECT|relation|42P01|_away|legacy_reservations|api_keys|\bat \w|\.ts\b|node_modules|src\/|postgres|127\.0\.0\.1|localhost|stack/i,
            path
          )
          assert.include(answer.text, "could not be completed")
        }
        yield* eventually(
          "the log says what the answers do not",
          Effect.sync(() => child.log().includes("42P01"))
        )
      }).pipe(Effect.scoped)
  )
})
