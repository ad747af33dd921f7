import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ndjson } from "../../src/domain/imports/ndjson.ts"
import { InsightLine } from "../../src/domain/insight/InsightLine.ts"
import { root } from "../support/servers/hub.ts"

const [, text = ""] = readFileSync(join(root, "docs/importing.md"), "utf8").split("## Guest intelligence\n")

describe("docs/importing.md", () => {
  it("has example lines of guest intelligence that an import accepts", () => {
    const lines = /^```json\n([^]*?)^```$/mu.exec(text)?.[1]?.trim().split("\n") ?? []
    assert.lengthOf(lines, 3)
    for (const line of lines) assert.isTrue(Result.isSuccess(ndjson(InsightLine)(line)), line)
  })

  it("describes each field of a line of guest intelligence", () => {
    const fields = [...text.matchAll(/^\| `(\w+)` \|/gmu)].map(([, field]) => field)
    assert.sameMembers(fields, Object.keys(InsightLine.fields))
  })
})
