import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { AccessTokens } from "../../src/domain/access/AccessTokens.ts"
import { failureOf } from "../../src/domain/shared/Failure.ts"
import { type FaultPoint, Faults } from "../../src/domain/shared/Faults.ts"
import { at, genuine, layerPublished, now, ordinary, reasonFor, sign } from "./signedTokens.ts"

layer(layerPublished)("the claims of a token", (it) => {
  it.effect("PAR-093: reads permissions and organization from the hub's own claims only", () =>
    Effect.gen(function* () {
      yield* at(now)
      const tokens = yield* AccessTokens
      const own = yield* tokens.verify("operator", yield* sign(genuine.operator))
      assert.deepStrictEqual(own.permissions, ["partner:arrivals:read"])
      assert.strictEqual(own.organization, "org_a")
      const foreign = yield* tokens.verify(
        "operator",
        yield* sign({
          ...ordinary,
          aud: "hub-operators",
          permissions: ["partner:arrivals:read"],
          org_id: "org_a",
          scope: "partner:arrivals:read"
        })
      )
      assert.deepStrictEqual(foreign.permissions, [])
      assert.strictEqual(foreign.organization, undefined)
    })
  )

  it.effect("PAR-093: refuses permissions and organization of another type instead of converting them", () =>
    Effect.gen(function* () {
      yield* at(now)
      for (const claims of [
        { "app:hub:permissions": "partner:arrivals:read" },
        { "app:hub:permissions": [1] },
        { "app:hub:org_id": ["org_a"] },
        { "app:hub:org_id": "" }
      ]) {
        assert.strictEqual(yield* reasonFor("operator", yield* sign({ ...genuine.operator, ...claims })), "claims")
      }
    })
  )

  it.effect("MEM-003: an address is verified only if email_verified is the boolean true", () =>
    Effect.gen(function* () {
      yield* at(now)
      const tokens = yield* AccessTokens
      for (const [email_verified, expected] of [
        [true, true],
        [false, false],
        ["true", false],
        [1, false],
        [undefined, false]
      ]) {
        const claims = yield* tokens.verify("member", yield* sign({ ...genuine.member, email_verified }))
        assert.strictEqual(claims.emailVerified, expected)
      }
    })
  )

  it.effect("MEM-003, PAR-093: a refusal says only that the token is invalid or expired", () =>
    Effect.gen(function* () {
      yield* at(now)
      const tokens = yield* AccessTokens
      const expired = yield* Effect.flip(tokens.verify("member", yield* sign({ ...genuine.member, exp: now - 60 })))
      const other = yield* Effect.flip(tokens.verify("member", "nonsense"))
      assert.strictEqual(failureOf(expired)?.kind, "unauthenticated")
      assert.strictEqual(failureOf(expired)?.code, "invalid_access_token")
      assert.strictEqual(expired.message, "The access token has expired")
      assert.strictEqual(other.message, "The access token is not valid")
    })
  )

  it.effect("GEN-014: the jwks fault point also affects tokens accepted before", () =>
    Effect.gen(function* () {
      yield* at(now)
      const token = yield* sign(genuine.member)
      const tokens = yield* AccessTokens
      yield* tokens.verify("member", token)
      const struck = { strike: (point: FaultPoint) => Effect.succeed(point === "jwks") }
      assert.strictEqual(yield* Effect.provideService(reasonFor("member", token), Faults, struck), "IssuerUnavailable")
    })
  )
})
