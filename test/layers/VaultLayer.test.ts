import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { verificationCode } from "../../src/demo/demoFulfillments.ts"
import { externalCode } from "../../src/demo/demoOfferCodes.ts"
import { fulfillmentId } from "../../src/demo/fulfillmentPlan.ts"
import {
  isVerificationCode,
  openExternalCode,
  openVerificationCode
} from "../../src/domain/fulfillments/fulfillmentCodes.ts"
import { Vault } from "../../src/domain/shared/Vault.ts"
import { developmentSecret } from "../../src/domain/shared/developmentSecret.ts"
import * as VaultLayer from "../../src/layers/VaultLayer.ts"

const vaultOf = (secret: string, ...former: ReadonlyArray<string>) =>
  Effect.provide(
    Vault,
    VaultLayer.layer(
      Redacted.make(secret),
      former.map((one) => Redacted.make(one))
    )
  )

const altered = (sealed: string, index: number) =>
  `${sealed.slice(0, index)}${sealed[index] === "A" ? "B" : "A"}${sealed.slice(index + 1)}`

describe("vault", () => {
  it.effect("PAR-028: opens what it sealed, and seals the same text differently each time", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf("a secret")
      for (const text of ["", "7QK2M9XA", "é\n☃", "x".repeat(10_000)]) {
        const [one, other] = [vault.seal("code", "row 1", text), vault.seal("code", "row 1", text)]
        assert.notStrictEqual(one, other)
        assert.match(one, /^[\x21-\x7e]+$/)
        assert.isFalse(text.length > 4 && one.includes(text))
        assert.deepStrictEqual([vault.open("code", "row 1", one), vault.open("code", "row 1", other)], [text, text])
      }
    })
  )

  it.effect("PAR-028: never uses a nonce twice, however many texts it seals", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf("a secret")
      const nonces = Array.from({ length: 3000 }, () => {
        const [, content = ""] = vault.seal("code", "row 1", "7QK2M9XA").split(".")
        return Buffer.from(content, "base64url").subarray(0, 12).toString("hex")
      })
      assert.strictEqual(new Set(nonces).size, nonces.length)
    })
  )

  it.effect("PAR-028: opens nothing that was altered, truncated or sealed for another row, purpose or secret", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf("a secret")
      const sealed = vault.seal("code", "row 1", "7QK2M9XA")
      for (let index = 0; index < sealed.length - 1; index++) {
        assert.isUndefined(vault.open("code", "row 1", altered(sealed, index)), `altered at ${index}`)
      }
      for (const text of [
        "",
        ".",
        "v",
        sealed.slice(0, -4),
        `${sealed}.`,
        `${sealed}AAAA`,
        sealed.split(".")[0] ?? ""
      ]) {
        assert.isUndefined(vault.open("code", "row 1", text), text)
      }
      assert.isUndefined(vault.open("code", "row 2", sealed))
      assert.isUndefined(vault.open("answer", "row 1", sealed))
      assert.isUndefined((yield* vaultOf("another secret")).open("code", "row 1", sealed))
    })
  )

  it.effect("PAR-028: recognises the text of a digest only under its purpose, row and secret", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf("a secret")
      const digest = vault.digest("code", "row 1", "7QK2M9XA")
      assert.strictEqual(vault.digest("code", "row 1", "7QK2M9XA"), digest)
      assert.match(digest, /^[0-9a-f]{12}\.[0-9a-f]{64}$/)
      assert.isTrue(vault.isDigestOf("code", "row 1", "7QK2M9XA", digest))
      assert.isFalse(vault.isDigestOf("code", "row 1", "7QK2M9XB", digest))
      assert.isFalse(vault.isDigestOf("code", "row 2", "7QK2M9XA", digest))
      assert.isFalse(vault.isDigestOf("answer", "row 1", "7QK2M9XA", digest))
      assert.isFalse((yield* vaultOf("another secret")).isDigestOf("code", "row 1", "7QK2M9XA", digest))
      for (const broken of ["", ".", digest.slice(0, -1), `${digest}0`, digest.replace(".", "")]) {
        assert.isFalse(vault.isDigestOf("code", "row 1", "7QK2M9XA", broken))
      }
    })
  )

  it.effect("reads values written under a former secret, and writes under the current one", () =>
    Effect.gen(function* () {
      const before = yield* vaultOf("old")
      const [sealed, digest] = [before.seal("code", "row 1", "text"), before.digest("code", "row 1", "text")]
      const after = yield* vaultOf("new", "old")
      assert.strictEqual(after.open("code", "row 1", sealed), "text")
      assert.deepStrictEqual(after.formerDigests("code", "row 1", "text"), [digest])
      assert.isTrue(after.isDigestOf("code", "row 1", "text", digest))
      assert.isFalse(after.isDigestOf("code", "row 1", "other", digest))
      assert.isUndefined(before.open("code", "row 1", after.seal("code", "row 1", "text")))
      assert.notStrictEqual(after.digest("code", "row 1", "text"), digest)
    })
  )

  it.effect("opens the demo data's codes with the development secret, and recognises a code as typed", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf(developmentSecret)
      const { fulfillments, offerCodes } = demoWithoutCities(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))
      const claimed = fulfillments.find(({ id }) => id === fulfillmentId("claimed"))
      const { id = fulfillmentId("claimed"), verificationCodeEnc, verificationCodeHash } = claimed ?? {}
      const code = verificationCode("claimed")
      assert.strictEqual(openVerificationCode(vault, id, verificationCodeEnc ?? ""), code)
      const typed = `${code.slice(0, 4).toLowerCase()} - ${code.slice(4)}`
      assert.isTrue(isVerificationCode(vault, id, typed, verificationCodeHash ?? ""))
      assert.isFalse(isVerificationCode(vault, id, verificationCode("approved"), verificationCodeHash ?? ""))
      const texts = offerCodes.map((one) => openExternalCode(vault, one))
      assert.include(texts, externalCode("dinner_sooner", 0))
      assert.notInclude(texts, undefined)
    })
  )
})
