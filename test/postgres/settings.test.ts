import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { OperatorId } from "../../src/domain/operators/Operator.ts"
import { OperatorCaller } from "../../src/domain/operators/OperatorCaller.ts"
import { revokeIntegrationKey } from "../../src/domain/settings/revokeIntegrationKey.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { eventually } from "../support/eventually.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { hub } from "../support/servers/hub.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { meeting } from "../support/servers/meeting.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const asOperator = Effect.provideService(OperatorCaller, {
  kind: "operator",
  operator: { id: OperatorId.make(1), xid: "ann", name: "Ann" },
  organization: { id: organizationIds.A, xid: "org" },
  permissions: new Set<string>()
})

/** A current hub key of Org A, its integration, and the number of its audit entries. */
const startWithKey = Effect.gen(function* () {
  const database = yield* demoDatabase
  const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
  const [ids] = yield* database.query(
    `SELECT i.xid, k.xid FROM api_keys k JOIN integrations i ON i.id = k.integration_id
    WHERE k.organization_id = $1 AND k.surface = 'hub' AND k.revoked_at IS NULL ORDER BY k.id LIMIT 1`,
    [organizationIds.A]
  )
  const [integrationId, keyId] = (ids ?? []).map(String)
  assert(integrationId !== undefined && keyId !== undefined)
  const recorded = Effect.map(
    database.value("SELECT count(*)::integer FROM audit_log WHERE subject = $1", [`api_key:${keyId}`]),
    Number
  )
  const byOperator = Effect.provideContext(asOperator(atomically(revokeIntegrationKey(integrationId, keyId))), services)
  return { byOperator, database, keyId, recorded }
})

const byCommand = (database: Database, keyId: string) =>
  hub({ DATABASE_URL: database.url }, "keys", "revoke", keyId, "--json")

postgres.describe("settings of operators on PostgreSQL", () => {
  it.live("PAR-100: a key that `hub keys revoke` revokes meanwhile is not recorded as revoked by the operator", () =>
    Effect.gen(function* () {
      const { byOperator, database, keyId, recorded } = yield* startWithKey
      const before = yield* recorded
      const held = yield* holdRows(database, "UPDATE api_keys SET revoked_at = now() WHERE xid = $1", [keyId])
      const revoking = yield* Effect.forkChild(byOperator)
      yield* eventually("the operator waits for the other revocation", isWaiting(database))
      yield* held.release
      yield* Fiber.join(revoking)
      assert.strictEqual(yield* recorded, before)
    }).pipe(Effect.scoped)
  )

  for (const first of ["the command", "the operator"]) {
    it.live(`PAR-100: a key revoked at once by command and operator is recorded once, with ${first} first`, () =>
      Effect.gen(function* () {
        const { byOperator, database, keyId, recorded } = yield* startWithKey
        const before = yield* recorded
        const command = Effect.map(byCommand(database, keyId), ({ code }) => assert.strictEqual(code, 0))
        const isCommandFirst = first === "the command"
        const { repeated } = yield* meeting(
          database,
          { statement: "SELECT FROM api_keys WHERE xid = $1 FOR UPDATE", parameters: [keyId] },
          isCommandFirst ? command : byOperator,
          isCommandFirst ? byOperator : command
        )
        assert.deepStrictEqual([yield* recorded, repeated], [before + 1, 0])
      }).pipe(Effect.scoped)
    )
  }

  it.live("PAR-100: a key that two commands revoke at once is recorded as revoked once", () =>
    Effect.gen(function* () {
      const { database, keyId, recorded } = yield* startWithKey
      const before = yield* recorded
      const { results } = yield* meeting(
        database,
        { statement: "SELECT FROM api_keys WHERE xid = $1 FOR UPDATE", parameters: [keyId] },
        byCommand(database, keyId),
        byCommand(database, keyId)
      )
      assert.deepStrictEqual(
        results.map(({ code }) => code),
        [0, 0]
      )
      assert.strictEqual(results[0].stdout, results[1].stdout)
      assert.strictEqual(yield* recorded, before + 1)
    }).pipe(Effect.scoped)
  )
})
