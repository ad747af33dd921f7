import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { assistantClientIds } from "../../src/demo/demoAssistants.ts"
import { allowAssistant } from "../../src/domain/assistants/allowAssistant.ts"
import { denyAssistant } from "../../src/domain/assistants/denyAssistant.ts"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const rename = "UPDATE assistant_clients SET name = 'Renamed' WHERE client_id = $1"
const register = `INSERT INTO assistant_clients (client_id, name, allowlisted, created_at)
  VALUES ($1, 'Renamed', false, now())`

const allow = (clientId: string) => allowAssistant({ clientId, name: undefined })

postgres.describe("changes of an assistant host on PostgreSQL", () => {
  for (const [what, statement, clientId, command, isAllowed] of [
    ["a host that is denied while it is renamed", rename, assistantClientIds.allowed, denyAssistant, false],
    ["a host that is allowed while it is renamed", rename, assistantClientIds.denied, allow, true],
    ["a host that is allowed while it is registered", register, "another-host", allow, true]
  ] as const) {
    it.live(`INT-025: ${what} keeps the new name`, () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
        const held = yield* holdRows(database, statement, [clientId])
        const changing = yield* Effect.forkChild(Effect.provideContext(command(clientId), services))
        yield* eventually("the command waits for the other change", isWaiting(database))
        yield* held.release
        const { allowlisted, name } = yield* Fiber.join(changing)
        assert.deepStrictEqual([name, allowlisted], ["Renamed", isAllowed])
        assert.deepStrictEqual(
          yield* database.query("SELECT name, allowlisted FROM assistant_clients WHERE client_id = $1", [clientId]),
          [[name, allowlisted]]
        )
        assert.deepStrictEqual(
          yield* database.query("SELECT before ->> 'name' FROM audit_log ORDER BY id DESC LIMIT 1"),
          [["Renamed"]]
        )
      }).pipe(Effect.scoped)
    )
  }
})
