import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { createLocalJWKSet } from "jose"
import { makeVerifier, registeredClaims } from "../../src/layers/accessTokens/makeVerifier.ts"
import { at, genuine, now, published, sign } from "./signedTokens.ts"

describe("a verified token", () => {
  const counting = (capacity: number) => {
    let count = 0
    const keys = createLocalJWKSet(published)
    const verify = makeVerifier(
      {
        issuer: "https://login.example.com",
        audience: "hub-members",
        keys: (header, token) => {
          count++
          return keys(header, token)
        }
      },
      Schema.Struct(registeredClaims),
      ({ sub }) => sub,
      capacity
    )
    return { verify, checks: () => count }
  }

  it.effect("MEM-003: is cached for a minute, and a rejected one never", () =>
    Effect.gen(function* () {
      yield* at(now)
      const { verify, checks } = counting(10)
      const token = yield* sign(genuine.member)
      yield* verify(token)
      yield* verify(token)
      yield* at(now + 59)
      yield* verify(token)
      assert.strictEqual(checks(), 1)
      yield* at(now + 60)
      yield* verify(token)
      assert.strictEqual(checks(), 2)
      yield* at(now)
      yield* verify(token)
      assert.strictEqual(checks(), 3)
      const refused = yield* sign({ ...genuine.member, aud: "other" })
      yield* Effect.flip(verify(refused))
      yield* Effect.flip(verify(refused))
      assert.strictEqual(checks(), 5)
    })
  )

  it.effect("MEM-003: is evicted when more tokens follow than the cache holds", () =>
    Effect.gen(function* () {
      yield* at(now)
      const { verify, checks } = counting(2)
      const [first, second, third] = yield* Effect.all([
        sign({ ...genuine.member, sub: "first" }),
        sign({ ...genuine.member, sub: "second" }),
        sign({ ...genuine.member, sub: "third" })
      ])
      for (const token of [first, second, third, second, third]) yield* verify(token)
      assert.strictEqual(checks(), 3)
      assert.strictEqual(yield* verify(first), "first")
      assert.strictEqual(checks(), 4)
    })
  )
})
