import { assert, describe, it } from "@effect/vitest"
import { surfaces } from "../../src/cli/server/application.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import { demoIdsFor } from "../support/demoIdsFor.ts"

const parameters = surfaces.flatMap(({ endpoints }) =>
  endpoints.flatMap(({ path }) => [...path.matchAll(/:(\w+)/gu)].map(([, name = ""]) => name))
)

describe("the demo ids of paths", () => {
  it("GEN-006: exist for every path parameter", () => {
    assert.isAbove(parameters.length, 100)
    assert.deepStrictEqual(
      [...new Set(parameters)].filter((name) => demoIdsFor(name).length === 0),
      []
    )
  })

  it("belong to the rows that a parameter names", () => {
    assert.deepStrictEqual(demoIdsFor("limit"), [])
    assert.deepStrictEqual(demoIdsFor("tierId"), Object.values(demoIds.tiers))
    assert.includeMembers([...demoIdsFor("propertyId")], [demoIds.venues.V1, String(demoIds.properties.V1)])
  })
})
