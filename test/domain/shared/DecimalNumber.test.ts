import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { DecimalNumber } from "../../../src/domain/shared/DecimalNumber.ts"

/** As surfaces decode: all issues are collected, so that each check sees the number. */
const decode = Schema.decodeUnknownResult(DecimalNumber({ minimum: 0, maximum: 10, decimals: 2 }), { errors: "all" })

const isTaken = (text: string) => Result.isSuccess(decode(JSON.parse(text)))

it("PAR-135: a decimal has its bounds and no more decimals, however it was written", () => {
  for (const text of ["0", "0.01", "1.25", "10", "1e1", "125e-2"]) assert.isTrue(isTaken(text), text)
  for (const text of ["-0.01", "10.01", "1.255", "1e-3", "1e300", "1.797e308"]) assert.isFalse(isTaken(text), text)
})

it("PAR-135: a JSON number beyond those that a double has is refused like any other", () => {
  for (const text of ["1e309", "1e400", "-1e400"]) assert.isFalse(isTaken(text), text)
})
