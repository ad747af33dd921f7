import { assert, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { overDatabase } from "../../src/cli/overDatabase.ts"
import { vault } from "../../src/cli/vault.ts"
import { inviteIds, inviteTokens } from "../../src/demo/demoInvites.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { orderInvite } from "../../src/domain/invites/orderInvite.ts"
import * as OutboxLayer from "../../src/layers/repositories/OutboxLayer.ts"
import { each, recordOf } from "../support/http/service.ts"
import { type Environment, hub, type Run, temporaryDirectory } from "../support/servers/hub.ts"

// Each run opens the database again, a second or more where the machine is busy.
const kinds = ["verification codes", "external codes", "stored responses", "tokens and texts of waiting messages"]

const checksOf = (run: Run) =>
  each(run.at(""), "checks")
    .map(recordOf)
    .filter(({ name }) => kinds.includes(String(name)))

/** Orders an invite that stays in the outbox, as no service is running. */
const orderOne = (environment: Environment) =>
  Effect.flatMap(DateTime.now, (now) =>
    orderInvite(
      { id: inviteIds.pending, organizationId: organizationIds.A, tokenHash: "hash" },
      { channel: "email", token: inviteTokens.pending, now }
    )
  ).pipe(
    Effect.provide(
      overDatabase(Layer.mergeAll(OutboxLayer.layerSql, vault, SecureRandom.layerWebCrypto)).pipe(
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: { ...environment } })))
      )
    ),
    Effect.orDie
  )

it.live(
  "PAR-028, MEM-088, PAR-062: hub rotate secret reseals codes and waiting invites; hub doctor says which open",
  () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const former = "the former secret of thirty-two characters"
      const environment = { HUB_DATA_DIR: directory, HUB_SECRET: former }
      yield* hub(environment, "seed")
      yield* orderOne(environment)
      const first = yield* hub(environment, "rotate", "secret", "--json")
      assert.strictEqual(first.code, 0, first.stderr)
      assert.strictEqual(first.at("left"), 0)
      assert.isAbove(Number(first.at("kinds.1.resealed")), 50)

      const lost = { ...environment, HUB_SECRET: "the present secret of thirty-two characters" }
      const unopened = yield* hub(lost, "doctor", "--json")
      assert.strictEqual(unopened.code, 1)
      assert.deepStrictEqual(
        checksOf(unopened).map(({ status }) => status),
        ["fail", "fail", "ok", "fail"]
      )
      const refused = yield* hub(lost, "rotate", "secret")
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, /^\d+ values were not re-encrypted/m)

      const present = { ...lost, HUB_FORMER_SECRETS: former }
      const warned = checksOf(yield* hub(present, "doctor", "--json"))
      assert.deepStrictEqual(
        warned.map(({ status }) => status),
        ["warn", "warn", "ok", "warn"]
      )
      assert.match(
        String(warned[1]?.["detail"]),
        /^(\d+) can be opened, \1 of them with a former secret: run `hub rotate secret`$/
      )
      const rotated = yield* hub(present, "rotate", "secret")
      assert.strictEqual(rotated.code, 0, rotated.stderr)
      assert.match(rotated.stdout, /^verification codes +[1-9]\d* re-encrypted +0 cannot be decrypted +0 locked$/m)
      assert.match(rotated.stdout, /^secrets of guest hashes +2 re-encrypted +0 cannot be decrypted +0 locked$/m)
      assert.match(
        rotated.stdout,
        /^tokens and texts of waiting messages +1 re-encrypted +0 cannot be decrypted +0 locked$/m
      )
      assert.match(rotated.stdout, /^PMS guest ids +[1-9]\d* re-encrypted +0 cannot be decrypted +0 locked$/m)
      assert.match(rotated.stdout, /Cursors held by clients are verified with HUB_FORMER_SECRETS/)
      for (const secret of [former, lost.HUB_SECRET]) assert.notInclude(rotated.stdout + rotated.stderr, secret)

      const whole = yield* hub(lost, "doctor", "--json")
      assert.strictEqual(whole.code, 0, whole.stdout)
      assert.deepStrictEqual(
        checksOf(whole).map(({ status }) => status),
        ["ok", "ok", "ok", "ok"]
      )
    })
)
