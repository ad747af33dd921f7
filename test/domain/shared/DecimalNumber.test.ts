import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { DecimalNumber } from "../../../src/domain/shared/DecimalNumber.ts"

/** Collects all issues, as the surfaces do, so that every check sees the number. */
const decode = Schema.decodeUnknownResult(DecimalNumber({ minimum: 0, maximum: 10, decimals: 2 }), { errors: "all" })

const isAccepted = (text: string) => Result.isSuccess(decode(JSON.parse(text)))

it("PAR-135: accepts a number within its bounds and decimals, in any notation", () => {
  for (const text of ["0", "0.01", "1.25", "10", "1e1", "125e-2"]) assert.isTrue(isAccepted(text), text)
  for (const text of ["-0.01", "10.01", "1.255", "1e-3", "1e300", "1.797e308"]) assert.isFalse(isAccepted(text), text)
})

it("PAR-135: rejects a JSON number beyond the range of a double", () => {
  for (const text of ["1e309", "1e400", "-1e400"]) assert.isFalse(isAccepted(text), text)
})
