import { assert, it } from "@effect/vitest"
import { minorDigits } from "../../../src/domain/shared/minorDigits.ts"

it("a minor unit has the decimals of ISO 4217, where a display has others too", () => {
  const currencies = ["EUR", "HUF", "IDR", "COP", "PKR", "JPY", "KRW", "ISK", "KWD", "IQD", "CLF"]
  assert.deepStrictEqual(currencies.map(minorDigits), [2, 2, 2, 2, 2, 0, 0, 0, 3, 3, 4])
})
