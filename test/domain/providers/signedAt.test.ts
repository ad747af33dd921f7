import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TimestampRefused } from "../../../src/domain/providers/ProviderErrors.ts"
import { signedAt } from "../../../src/domain/providers/signedAt.ts"

it.effect("INT-039: accepts timestamps up to 300 seconds off in either direction, and refuses others", () =>
  Effect.gen(function* () {
    const now = 1_800_000_000
    yield* TestClock.setTime(now * 1000)
    for (const difference of [-300, 0, 300]) {
      const time = yield* signedAt(String(now + difference))
      assert.strictEqual(time.epochMilliseconds, (now + difference) * 1000)
    }
    for (const difference of [-301, 301]) {
      assert.instanceOf(yield* Effect.flip(signedAt(String(now + difference))), TimestampRefused)
    }
  })
)
