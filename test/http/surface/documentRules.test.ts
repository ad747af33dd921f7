import { assert, describe, it } from "@effect/vitest"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { documents } from "../../../src/cli/documents.ts"

const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    "no-unused-components": "error",
    "no-invalid-schema-examples": "error",
    "no-invalid-parameter-examples": "error",
    "parameter-description": "error",
    "operation-description": "error",
    "tag-description": "error",
    // The software has no licence with a URL.
    "info-license-strict": "off",
    // `/offers/fulfillments/{fulfillmentId}` and `/offers/{offerId}/claim`: a literal segment wins, as everywhere
    // (MEM-047).
    "no-ambiguous-paths": "off"
  }
})

describe("published documents under Redocly's rules", () => {
  for (const [name, { specification }] of Object.entries(documents)) {
    it(`HUB-008, GEN-008: the ${name} document has no findings`, async () => {
      const source = JSON.stringify(specification())
      const problems = await lintFromString({ source, absoluteRef: `/${name}.json`, config })
      assert.deepStrictEqual(
        problems.map(({ location, message, ruleId }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
        []
      )
    })
  }
})
