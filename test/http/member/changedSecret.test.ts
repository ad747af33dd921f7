import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { Vault } from "../../../src/domain/shared/Vault.ts"
import { developmentSecret } from "../../../src/domain/shared/developmentSecret.ts"
import * as VaultLayer from "../../../src/layers/VaultLayer.ts"
import { captureLogs } from "../../support/logs.ts"
import { isFailure } from "../../support/member.ts"
import { memberCalls, unlimited } from "../../support/memberCalls.ts"
import * as Service from "../../support/http/service.ts"

const vaultOf = (secret: string, ...former: ReadonlyArray<string>) =>
  Effect.runSync(
    Effect.provide(
      Vault,
      VaultLayer.layer(
        Redacted.make(secret),
        former.map((one) => Redacted.make(one))
      )
    )
  )

const before = vaultOf(developmentSecret)
const rotated = vaultOf("the next secret of thirty-two chars", developmentSecret)
const unrelated = vaultOf("an unrelated secret of thirty-two chars")

/** An in-memory service whose secret can change while it runs, as it otherwise does at a restart. */
const changing = () => {
  let vault = before
  const logs = captureLogs()
  const current = Vault.of({
    get currentKey() {
      return vault.currentKey
    },
    knows: (text) => vault.knows(text),
    seal: (...args) => vault.seal(...args),
    open: (...args) => vault.open(...args),
    digest: (...args) => vault.digest(...args),
    formerDigests: (...args) => vault.formerDigests(...args),
    isDigestOf: (...args) => vault.isDigestOf(...args)
  })
  return {
    logs,
    use: (next: Vault["Service"]) =>
      Effect.sync(() => {
        vault = next
        logs.clear()
      }),
    layer: Service.layer({ environment: unlimited, replace: (built) => Context.add(built, Vault, current) }).pipe(
      Layer.provide(logs.layer)
    )
  }
}

const claiming = changing()

layer(claiming.layer)("claimOffer, code that cannot be opened", (it) => {
  it.effect("MEM-088, GEN-012: a code that cannot be opened makes a claim 503, uncharged, with the key free", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const claim = m1.claim("dinner", undefined, { "idempotency-key": "unopened" })
      const pending = m1.claim("museum", undefined, { "idempotency-key": "unopened, pending" })
      const balance = yield* m1.balance
      yield* claiming.use(unrelated)
      for (const refused of [yield* claim, yield* pending, yield* m1.claim("dinner")]) {
        assert.deepStrictEqual([refused.status, refused.at("code")], [503, "service_unavailable"], refused.text)
        assert.isTrue(isFailure(refused))
      }
      assert.deepStrictEqual(yield* m1.balance, balance)
      const written = claiming.logs.lines().map(({ text }) => text)
      assert.isTrue(written.some((text) => /An external code can be opened neither with HUB_SECRET nor/.test(text)))
      assert.isTrue(
        written.some((text) => text.includes(before.currentKey)),
        "names the key"
      )
      yield* claiming.use(rotated)
      const later = yield* claim
      assert.strictEqual(later.status, 201, later.text)
      assert.isString(later.at("externalCode"))
      assert.strictEqual(Number((yield* m1.balance).spendable), Number(balance.spendable) - 250)
    })
  )
})

const replaying = changing()

layer(replaying.layer)("claimOffer, replay after a change of secret", (it) => {
  it.effect("MEM-088: a replay is byte-identical with the former secret configured, and 503 without it", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const claim = m1.claim("lounge", undefined, { "idempotency-key": "sealed before" })
      const first = yield* claim
      assert.strictEqual(first.status, 201)
      const balance = yield* m1.balance
      yield* replaying.use(unrelated)
      const refused = yield* claim
      assert.deepStrictEqual([refused.status, refused.at("code")], [503, "service_unavailable"])
      const written = replaying.logs.lines().map(({ text }) => text)
      assert.isTrue(written.some((text) => /A stored response can be opened neither with HUB_SECRET nor/.test(text)))
      yield* replaying.use(rotated)
      const again = yield* claim
      assert.deepStrictEqual([again.status, again.text], [201, first.text])
      assert.deepStrictEqual(yield* m1.balance, balance)
    })
  )
})
