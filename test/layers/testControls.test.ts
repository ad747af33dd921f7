import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { complete, read, refused } from "../support/configuration.ts"

describe("GEN-014: test controls", () => {
  it.effect("GEN-014: are refused without a token at an address that is not loopback", () =>
    Effect.gen(function* () {
      const open = { HUB_ENV: "development", HOST: "0.0.0.0", HUB_TEST_CONTROLS: "1" }
      assert.deepStrictEqual((yield* refused(open, { serve: true })).names, ["HUB_TEST_CONTROLS_TOKEN"])
      const { testControlsToken } = yield* read(
        { ...open, HUB_TEST_CONTROLS_TOKEN: "token-of-the-tests" },
        { serve: true }
      )
      assert.isDefined(testControlsToken)
      yield* read({ ...open, HOST: "127.0.0.1" }, { serve: true })
    })
  )

  it.effect("are refused in production, with an explanation", () =>
    Effect.gen(function* () {
      const { names, message } = yield* refused({ ...complete, HUB_TEST_CONTROLS: "1" })
      assert.deepStrictEqual(names, ["HUB_TEST_CONTROLS"])
      assert.include(message, "HUB_TEST_CONTROLS must not be set when HUB_ENV=production")
    })
  )

  it.effect("GEN-014: are refused if NODE_ENV or ENV says production, whatever HUB_ENV says", () =>
    Effect.gen(function* () {
      for (const name of ["NODE_ENV", "ENV"]) {
        for (const env of [{}, { HUB_ENV: "development" }, { ...complete, HUB_ENV: "sandbox" }]) {
          for (const value of ["production", "Production"]) {
            const { message, names } = yield* refused({ ...env, [name]: value, HUB_TEST_CONTROLS: "1" })
            assert.deepStrictEqual(names, ["HUB_TEST_CONTROLS"])
            assert.include(message, `HUB_TEST_CONTROLS must not be set when ${name}=production`)
          }
          assert.isTrue((yield* read({ ...env, [name]: "test", HUB_TEST_CONTROLS: "1" })).testControls)
        }
        assert.strictEqual((yield* read({ [name]: "production" })).environment, "development")
      }
    })
  )

  it.effect("are off by default", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* read(complete)).testControls)
      assert.isTrue((yield* read({ HUB_TEST_CONTROLS: "1" })).testControls)
    })
  )
})
