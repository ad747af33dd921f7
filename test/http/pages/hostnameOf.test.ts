import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { hostnameOf } from "../../../src/http/pages/hostnameOf.ts"

it.effect("A-140: a Host is reduced to lower case, without port and final dot", () =>
  Effect.sync(() => {
    for (const host of ["a.example", "A.Example", "a.example:443", "a.example.", "A.EXAMPLE.:8080", "a.example:"]) {
      assert.strictEqual(hostnameOf(host), "a.example", host)
    }
  })
)

it.effect("A-140: a Host that is no hostname yields undefined; any other yields hostname characters only", () =>
  Effect.sync(() => {
    for (const host of [
      undefined,
      "",
      ".",
      ":80",
      "[::1]",
      "[::1]:80",
      "a b",
      "a/b",
      "a@b",
      "a,b",
      "é.example",
      "-a",
      "a_b"
    ]) {
      assert.isUndefined(hostnameOf(host), host)
    }
    assert.isUndefined(hostnameOf("a".repeat(254)))
    assert.strictEqual(hostnameOf("a".repeat(253)), "a".repeat(253))
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (host) => {
        const name = hostnameOf(host)
        return name === undefined || /^[a-z0-9][a-z0-9.-]*$/u.test(name)
      })
    )
  })
)
