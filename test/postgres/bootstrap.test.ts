import { assert, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { SecureRandom } from "effect/crypto"
import { demoIds } from "../../src/demo/demoIds.ts"
import { operatorSubject } from "../../src/demo/demoOperators.ts"
import { PartnerCaller } from "../../src/domain/access/PartnerCaller.ts"
import { importBootstrap } from "../../src/domain/bootstrap/importBootstrap.ts"
import { readBootstrap } from "../../src/domain/bootstrap/readBootstrap.ts"
import { OperatorId } from "../../src/domain/operators/Operator.ts"
import { OperatorCaller } from "../../src/domain/operators/OperatorCaller.ts"
import { Organizations } from "../../src/domain/organizations/Organizations.ts"
import { changeMessagingGrant } from "../../src/domain/settings/changeMessagingGrant.ts"
import { IntegrationSettings } from "../../src/domain/settings/IntegrationSettings.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { addTeammateVenue } from "../../src/domain/teammates/addTeammateVenue.ts"
import { asDesk } from "../support/arrivalDesk.ts"
import { ofA } from "../support/reaches.ts"
import { demoDatabase, migratedDatabase } from "../support/servers/freshDatabase.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { meeting } from "../support/servers/meeting.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

/** Imports the organization `grand` with one workspace and one integration. */
const load = (grants: ReadonlyArray<object>) =>
  Effect.flatMap(
    readBootstrap({
      organization: { slug: "grand", name: "Grand" },
      workspaces: [{ id: "grand-main", name: "Main" }],
      integrations: [{ id: "desk", name: "Desk", grants }]
    }),
    importBootstrap
  )

const change = {
  scope: "grand-main",
  audience: { workspace: true, teamIds: [] },
  active: true,
  permissions: ["hub:api:threads:read"]
} as const

postgres.describe("bootstrap on PostgreSQL", () => {
  it.live("INT-016: a file with a grant that an operator is setting waits for the operator", () =>
    Effect.gen(function* () {
      const database = yield* migratedDatabase
      const services = yield* servicesOn(database, { pool: 5, statementTimeout: Duration.seconds(10) })
      yield* Effect.gen(function* () {
        yield* load([])
        const organization = yield* Effect.flatMap(
          Organizations.use(({ findBySlug }) => findBySlug("grand")),
          Effect.fromOption
        )
        const settings = yield* IntegrationSettings
        const reached = yield* Deferred.make<void>()
        const imported = yield* Deferred.make<void>()
        const waits = Effect.repeat(isWaiting(database), { until: (waiting) => waiting })
        const changing = changeMessagingGrant("desk", change, "request").pipe(
          atomically,
          Effect.provideService(
            IntegrationSettings,
            IntegrationSettings.of({
              ...settings,
              insertGrant: (grant) =>
                Deferred.succeed(reached, undefined).pipe(
                  Effect.andThen(Effect.race(waits, Deferred.await(imported))),
                  Effect.andThen(settings.insertGrant(grant))
                )
            })
          ),
          Effect.provideService(OperatorCaller, {
            kind: "operator",
            operator: { id: OperatorId.make(1), xid: "ann", name: "Ann" },
            organization,
            permissions: new Set<string>()
          })
        )
        const operator = yield* Effect.forkChild(changing)
        yield* Deferred.await(reached)
        const { results } = yield* load([{ workspace: "grand-main", permissions: change.permissions }])
        yield* Deferred.succeed(imported, undefined)
        yield* Fiber.join(operator)
        assert.deepStrictEqual(
          results.flatMap(({ kind, outcome }) => (kind === "grant" ? [outcome] : [])),
          ["unchanged"]
        )
      }).pipe(Effect.provideContext(services), Effect.provide(SecureRandom.layerWebCrypto))
    }).pipe(Effect.scoped)
  )

  it.live("an import of operators and a change of a teammate by another wait for each other without a deadlock", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const services = yield* servicesOn(database, { pool: 5, statementTimeout: Duration.seconds(10) })
      const [lower, higher] = [operatorSubject("v1"), operatorSubject("v12")]
      const operators = [higher, lower].map((subject) => ({ subject, name: "New", email: `${subject}@example.com` }))
      const change = atomically(addTeammateVenue(lower, demoIds.venues.V2)).pipe(
        Effect.updateService(PartnerCaller, (caller) => ({
          ...caller,
          principal: { kind: "operator" as const, id: higher, name: "Seven" }
        })),
        asDesk(ofA)
      )
      const file = readBootstrap({ organization: { slug: "organization-a", name: "Organization A" }, operators })
      const { repeated, results } = yield* meeting(
        database,
        { statement: "SELECT FROM operators WHERE identity_subject = $1 FOR UPDATE", parameters: [lower] },
        change,
        Effect.flatMap(file, importBootstrap)
      ).pipe(Effect.provideContext(services))
      const [changed, imported] = results
      assert.include(changed.venueIds, demoIds.venues.V2)
      assert.deepStrictEqual(
        imported.results.flatMap(({ kind, outcome }) => (kind === "operator" ? [outcome] : [])),
        ["updated", "updated"]
      )
      assert.strictEqual(repeated, 0)
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto), Effect.scoped)
  )
})
