import { assert, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Layer } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { database } from "../../src/cli/database.ts"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import { programXid } from "../../src/demo/demoPrograms.ts"
import * as Configuration from "../../src/layers/Configuration.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { migrate } from "../../src/sql/migrations.ts"
import { startEmbedded } from "../support/servers/embeddedProcess.ts"
import { emptyDataset } from "../support/datasets/emptyDataset.ts"
import { hub, temporaryDirectory } from "../support/servers/hub.ts"
import { bearer, tokenOf } from "../support/member.ts"
import { caller } from "../support/http/service.ts"

// Each run opens the database again, a second or more where the machine is busy.
const subject = "auth0|moved"

const reservationId = "PMS-MOVED"

/** Fills a store with the venues and offers of the demo data, without programs and members. */
const loadProduction = Effect.fnUntraced(function* (directory: string) {
  const demo = demoDataset(yield* DateTime.now)
  const { brands, offerCategories, offers, organizations, properties } = demo
  const load = Effect.andThen(
    migrate,
    insertDataset({ ...emptyDataset, brands, offerCategories, offers, organizations, properties })
  )
  // `overDatabase` refuses a store without a schema, which a new one is if the bundle was built before the last migration.
  yield* Layer.build(
    Layer.effectDiscard(load).pipe(
      Layer.provide(database),
      Layer.provide(Configuration.layer()),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: { HUB_DATA_DIR: directory } })))
    )
  )
}, Effect.scoped)

/** A service over the store in the directory, with the controls of tests and without jobs of its own. */
const serving = (directory: string) =>
  Effect.map(
    startEmbedded(directory, ["--store", "embedded"], { HUB_JOBS: "0", HUB_TEST_CONTROLS: "1" }),
    ({ baseUrl }) => caller(baseUrl)
  )

it.live("MEM-046, MEM-047, DOMAIN 6.1: a member earns by the rules of a program that was exported and imported", () =>
  Effect.gen(function* () {
    const [sandbox, production] = [yield* temporaryDirectory, yield* temporaryDirectory]
    assert.strictEqual((yield* hub({ HUB_DATA_DIR: sandbox }, "seed", "--json")).code, 0)
    const exported = yield* hub({ HUB_DATA_DIR: sandbox }, "program", "export", programXid("A"))
    assert.strictEqual(exported.code, 0, exported.stderr)
    assert.strictEqual(exported.at("earningRules.1.rules.0.currency"), "EUR")
    assert.strictEqual(exported.at("earningRules.1.rules.0.pointsPerUnit"), "1")
    assert.strictEqual(exported.at("tiers.0.multiplier"), "1")
    // Rules of its own, so that the points below can come from nowhere else.
    const file = exported.stdout
      .replaceAll('"pointsPerUnit": "1"', '"pointsPerUnit": "1.5"')
      .replace('"multiplier": "1"', '"multiplier": "1.1"')

    yield* loadProduction(production)
    const run = (...args: ReadonlyArray<string>) => hub({ HUB_DATA_DIR: production }, ...args)
    const fileOf = Effect.fnUntraced(function* (name: string, text: string) {
      const path = join(production, name)
      yield* Effect.promise(() => writeFile(path, text))
      return path
    })
    const imported = yield* run("program", "import", yield* fileOf("program.json", file))
    assert.strictEqual(imported.code, 0, imported.stdout + imported.stderr)
    const member = { memberId: demoIds.members.M1, firstName: "Ada", lastName: "Moved", email: "ada@example.com" }
    const members = yield* fileOf("members.ndjson", JSON.stringify({ ...member, subject }))
    const enrolled = yield* run("import", "members", "--organization", "organization-a", members, "--json")
    assert.deepStrictEqual([enrolled.code, enrolled.at("created")], [0, 1], enrolled.stdout)
    const now = yield* DateTime.now
    const day = (days: number) => DateTime.formatIsoDateUtc(DateTime.add(now, { days }))
    const stay = {
      reservationId,
      propertyId: demoIds.venues.V1,
      memberId: member.memberId,
      status: "confirmed",
      pmsStatus: "checked_out",
      checkIn: day(-5),
      checkOut: day(-2),
      spendMinor: 25_030,
      currency: "EUR"
    }
    const stays = yield* fileOf("stays.ndjson", JSON.stringify(stay))
    const importedStays = yield* run("import", "reservations", "--organization", "organization-a", stays, "--json")
    assert.deepStrictEqual([importedStays.code, importedStays.at("created")], [0, 1], importedStays.stdout)

    // 250.30 EUR at 1.5 points, and 375 of them times 1.1 in the lowest tier, each rounded half up.
    const points = 413
    yield* Effect.scoped(
      Effect.gen(function* () {
        const call = yield* serving(production)
        const headers = bearer(yield* tokenOf(subject))
        const balance = Effect.map(call("GET", "/v1/members/me/wallet/balance", { headers }), ({ at: of }) =>
          of("spendablePoints")
        )
        assert.strictEqual(yield* balance, 0)
        const finalised = yield* call("POST", "/__test/jobs/finalise/run")
        assert.strictEqual(finalised.at("finalised"), 1, finalised.text)
        assert.strictEqual(yield* balance, points)
        const entries = yield* call("GET", "/v1/members/me/wallet/transactions", { headers })
        assert.deepStrictEqual(entries.each("items", "type"), ["EARN"], entries.text)
        const again = yield* call("POST", "/__test/jobs/finalise/run")
        assert.strictEqual(again.at("finalised"), 0)
        assert.strictEqual(yield* balance, points)
      })
    )
    const verified = yield* run("verify", "ledger", "--json")
    assert.strictEqual(verified.code, 0, verified.stdout)
  })
)
