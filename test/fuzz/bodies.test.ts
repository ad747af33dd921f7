import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { documents } from "../../src/cli/documents.ts"
import { bodyOf } from "../support/http/fuzzBody.ts"
import { operationsOf, validatorsOf } from "../support/http/fuzz.ts"
import { resolved } from "../support/http/resolved.ts"

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

describe("bodies of the fuzzer", () => {
  it.effect.each(Object.keys(documents))("GEN-008: some fit the schema of each %s endpoint, and some do not", (name) =>
    Effect.sync(() => {
      const found = Object.entries(documents).find(([one]) => one === name) ?? assert.fail(name)
      const document = resolved(JSON.parse(JSON.stringify(found[1].specification())))
      const validatorOf = validatorsOf(document)
      const always: Array<string> = []
      const never: Array<string> = []
      for (const { body, id } of operationsOf(document)) {
        if (body === undefined) continue
        const fits = validatorOf(body)
        const fitting = fc
          .sample(bodyOf(document, body, ["2026-11-21", "V1"]), { numRuns: 300, seed: 7 })
          .filter((text) => {
            const value = parsed(text)
            return value !== undefined && fits(value)
          })
        if (fitting.length === 0) never.push(id)
        if (fitting.length === 300) always.push(id)
      }
      assert.deepStrictEqual({ always, never }, { always: [], never: [] })
    })
  )
})
