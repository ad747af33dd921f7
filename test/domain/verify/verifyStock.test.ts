import { assert, describe, it } from "@effect/vitest"
import { makeFindings } from "../../../src/domain/verify/Finding.ts"
import { verifyStock } from "../../../src/domain/verify/verifyCodes.ts"

const none = { available: 0, assigned: 0, redeemed: 0, void: 0 }

describe("verifyStock", () => {
  it("DOMAIN 8.3: finds a counted stock that is not that of the codes; no code and none counted are equal", () => {
    const { compare, count, first } = makeFindings(10)
    verifyStock({ xid: "empty", counted: none, stocked: { ...none } }, compare)
    verifyStock(
      { xid: "right", counted: { ...none, available: 2, void: 1 }, stocked: { ...none, void: 1, available: 2 } },
      compare
    )
    assert.strictEqual(count(), 0)
    verifyStock(
      {
        xid: "wrong",
        counted: { ...none, available: 3, assigned: 1 },
        stocked: { ...none, available: 2, assigned: 2 }
      },
      compare
    )
    assert.deepStrictEqual(first(), [
      {
        check: "code_stock",
        subject: "pool:wrong",
        expected: "available 2 assigned 2 redeemed 0 void 0",
        actual: "available 3 assigned 1 redeemed 0 void 0"
      }
    ])
  })
})
