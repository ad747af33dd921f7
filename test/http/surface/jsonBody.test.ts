import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isJson, jsonIssue } from "../../../src/http/surface/jsonBody.ts"

const twice = "An object contains a duplicate name"
const deep = "Nested deeper than 32 levels"
const nul = "A string contains a NUL character"
const half = "A string contains a lone surrogate"

const nested = (depth: number, open: string, close: string, inner = "") =>
  open.repeat(depth) + inner + close.repeat(depth)

describe("jsonIssue", () => {
  it("GEN-007, A-85: accepts whatever JSON.stringify writes of plain values", () => {
    const plain = fc.json({ maxDepth: 20, stringUnit: "grapheme" }).filter((text) => !/\\u0000|\\ud[89a-f]/i.test(text))
    fc.assert(
      fc.property(plain, fc.constantFrom(0, 1, 4), (text, indent) => {
        assert.strictEqual(jsonIssue(JSON.stringify(JSON.parse(text), undefined, indent)), undefined)
      }),
      { numRuns: 1000 }
    )
  })

  it("A-85: finds a duplicate name in any object, however the name is escaped", () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":1,"b":{},"a":{}}',
      '[0,{"x":{"a":1,"a":1}}]',
      '{"a" :1,\n\t"a"\r\n :2}',
      '{"a":1,"\\u0061":2}',
      '{"\\n":1,"\\u000A":2}',
      '{"":1,"":2}',
      '{"a":[{"a":1}],"a":2}',
      '{"__proto__":1,"__proto__":2}',
      '{"\\"":1,"\\"":2}',
      '{"a:":"}","a:":"{"}'
    ]) {
      assert.doesNotThrow(() => JSON.parse(text), text)
      assert.strictEqual(jsonIssue(text), twice, text)
    }
  })

  it("A-85: accepts equal names in different objects, and names that only look alike", () => {
    for (const text of [
      '{"a":{"a":{"a":1}}}',
      '[{"a":1},{"a":1}]',
      '{"a":"a","b":"a"}',
      '["a","a"]',
      '{"a":1,"A":2,"á":3,"a\\u0301":4}',
      '{"a":"\\"b\\":1","b":"{\\"b\\":1,\\"b\\":2}"}',
      '{"constructor":1,"toString":2}',
      '"text"',
      "[]",
      " \n1"
    ]) {
      assert.strictEqual(jsonIssue(text), undefined, text)
    }
  })

  it("GEN-007: accepts 32 levels and no more, and checks megabytes of hostile text within 2 s of a processor", () => {
    assert.strictEqual(jsonIssue(nested(32, "[", "]")), undefined)
    assert.strictEqual(jsonIssue(nested(33, "[", "]")), deep)
    assert.strictEqual(jsonIssue(nested(32, '{"a":', "}", "1")), undefined)
    assert.strictEqual(jsonIssue(nested(33, '{"a":', "}", "1")), deep)
    assert.strictEqual(jsonIssue(`[${nested(31, "[", "]")},${nested(31, "[", "]")}]`), undefined)
    const before = process.cpuUsage()
    assert.strictEqual(jsonIssue(nested(500_000, "[", "]")), deep)
    assert.strictEqual(jsonIssue(`[${'"a"  ,'.repeat(150_000)}1]`), undefined)
    assert.strictEqual(jsonIssue(`{"a"${" ".repeat(1_000_000)}:1}`), undefined)
    assert.strictEqual(jsonIssue(JSON.stringify("\\".repeat(500_000))), undefined)
    const { system, user } = process.cpuUsage(before)
    assert.isBelow((user + system) / 1000, 2000)
  })

  it("GEN-007: refuses NUL characters and lone surrogates in strings and names", () => {
    assert.strictEqual(jsonIssue('{"a":"x\\u0000"}'), nul)
    assert.strictEqual(jsonIssue('{"\\u0000":1}'), nul)
    assert.strictEqual(jsonIssue('["\\ud800"]'), half)
    assert.strictEqual(jsonIssue('["\\udc00\\ud800"]'), half)
    assert.strictEqual(jsonIssue('{"\\udfff":1}'), half)
    assert.strictEqual(jsonIssue('["\\ud83c\\udfe8 \u{1F3E8} \\\\u0000"]'), undefined)
  })
})

describe("isJson", () => {
  it("PAR-008: is application/json in UTF-8, with any other parameters (RFC 8259, section 11)", () => {
    const accepted = ["", ";", "; v=1", "; charset=utf-8", ';charset="UTF-8"; v=1', " ; CHARSET = utf-8"]
    for (const rest of accepted) assert.isTrue(isJson(`Application/JSON${rest}`), rest)
    const refused = ["text/plain", "application/jsonx", "application/json-patch+json", "x application/json", ""]
    for (const type of refused) assert.isFalse(isJson(type), type)
    for (const charset of ["latin1", "utf-16", '"utf-8', "", "utf-8x", "utf-8; charset=latin1"]) {
      assert.isFalse(isJson(`application/json; charset=${charset}`), charset)
    }
  })
})
