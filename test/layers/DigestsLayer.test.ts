import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Digests } from "../../src/domain/shared/Digests.ts"
import * as DigestsLayer from "../../src/layers/DigestsLayer.ts"

const withSecret = (secret: string) => Effect.provide(Digests, DigestsLayer.layer(Redacted.make(secret)))

describe("digests", () => {
  it.effect("hashes text with SHA-256", () =>
    Effect.gen(function* () {
      const { sha256 } = yield* withSecret("secret")
      assert.strictEqual(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      assert.strictEqual(sha256("é"), "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c")
    })
  )

  it.effect("authenticates bytes under the secret and the purpose", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode("payload")
      const here = yield* withSecret("secret")
      const other = yield* withSecret("another secret")
      const mac = here.mac("cursor", bytes)
      assert.strictEqual(mac.length, 32)
      assert.deepStrictEqual(here.mac("cursor", bytes), mac)
      assert.notDeepEqual(here.mac("code", bytes), mac)
      assert.notDeepEqual(other.mac("cursor", bytes), mac)
      assert.notDeepEqual(here.mac("cursor", new TextEncoder().encode("payloae")), mac)
    })
  )

  it.effect("accepts MACs under the current and former secrets, whole or their beginning, and nothing else", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode("payload")
      const former = (yield* withSecret("former")).mac("cursor", bytes)
      const stranger = (yield* withSecret("stranger")).mac("cursor", bytes)
      const here = yield* Effect.provide(
        Digests,
        DigestsLayer.layer(Redacted.make("secret"), [Redacted.make("former")])
      )
      for (const mac of [here.mac("cursor", bytes), former, former.subarray(0, 8)]) {
        assert.isTrue(here.isMac("cursor", bytes, mac))
        assert.isFalse(here.isMac("code", bytes, mac))
        assert.isFalse(here.isMac("cursor", bytes.subarray(1), mac))
      }
      const longer = Buffer.concat([former, Buffer.from([0])])
      for (const mac of [stranger, former.subarray(1), former.subarray(0, 0), longer]) {
        assert.isFalse(here.isMac("cursor", bytes, mac))
      }
    })
  )

  it.effect("compares digests of any length", () =>
    Effect.gen(function* () {
      const { equal, sha256 } = yield* withSecret("secret")
      assert.isTrue(equal(sha256("a"), sha256("a")))
      assert.isFalse(equal(sha256("a"), sha256("b")))
      assert.isFalse(equal(sha256("a"), ""))
      assert.isFalse(equal("é", "e"))
      assert.isFalse(equal("é", "ab1"))
    })
  )
})
