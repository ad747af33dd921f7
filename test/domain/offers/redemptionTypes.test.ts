import { assert, describe, it } from "@effect/vitest"
import { requiresVerificationCode, takesExternalCode } from "../../../src/domain/offers/redemptionTypes.ts"

describe("redemption types", () => {
  it("MEM-082: only claims of the type externalCode take a code from a pool, which then is the proof at the desk", () => {
    const types = ["direct", "externalCode", "static", "propertySpecific", "journeyInternal", "not yet known"]
    assert.deepStrictEqual(types.filter(takesExternalCode), ["externalCode"])
    assert.deepStrictEqual(types.filter(requiresVerificationCode), [
      "direct",
      "static",
      "propertySpecific",
      "not yet known"
    ])
  })
})
