import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { canonicalJson } from "../../../src/domain/idempotency/canonicalJson.ts"
import { type FingerprintedRequest, partnerFingerprint } from "../../../src/domain/idempotency/partnerFingerprint.ts"

const request = (change: Partial<FingerprintedRequest> = {}): FingerprintedRequest => ({
  method: "POST",
  path: "/v1/partner/things/1",
  query: [],
  body: {},
  ...change
})

const same = (a: Partial<FingerprintedRequest>, b: Partial<FingerprintedRequest>) =>
  assert.strictEqual(partnerFingerprint(request(a)), partnerFingerprint(request(b)))

const different = (a: Partial<FingerprintedRequest>, b: Partial<FingerprintedRequest>) =>
  assert.notStrictEqual(partnerFingerprint(request(a)), partnerFingerprint(request(b)))

/** The same value with the members of every object in reverse order. */
const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, shuffled(member)])
      .toReversed()
  )
}

describe("canonicalJson", () => {
  it("PAR-119: is independent of the order of object members, at any depth", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        assert.strictEqual(canonicalJson(shuffled(value)), canonicalJson(value))
      })
    )
  })

  it("PAR-118: parses to the same value, so that different values differ", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const written = JSON.stringify(value)
        assert.deepEqual(JSON.parse(canonicalJson(JSON.parse(written))), JSON.parse(written))
      })
    )
  })

  it("PAR-119, A-85: writes a number or string in one way, however it was spelled", () => {
    assert.strictEqual(
      canonicalJson(JSON.parse('{"b":1.0,"a":[1e2,-0,"\\u00e9\\/"],"10":null,"9":true}')),
      '{"10":null,"9":true,"a":[100,0,"é/"],"b":1}'
    )
  })
})

describe("partnerFingerprint", () => {
  it("PAR-118: sorts the query by name", () => {
    same(
      {
        query: [
          ["a", "1"],
          ["b", "2"]
        ]
      },
      {
        query: [
          ["b", "2"],
          ["a", "1"]
        ]
      }
    )
    different(
      {
        query: [
          ["a", "1"],
          ["b", "2"]
        ]
      },
      {
        query: [
          ["a", "2"],
          ["b", "1"]
        ]
      }
    )
    different({ query: [["a", "1"]] }, { query: [] })
  })

  it("PAR-118, PAR-120: keeps the order of the values of one name", () => {
    different(
      {
        query: [
          ["a", "1"],
          ["a", "2"]
        ]
      },
      {
        query: [
          ["a", "2"],
          ["a", "1"]
        ]
      }
    )
  })

  it("PAR-118: distinguishes names, values and paths that contain delimiters", () => {
    different(
      { query: [["a", "1&b=2"]] },
      {
        query: [
          ["a", "1"],
          ["b", "2"]
        ]
      }
    )
    different({ query: [["a=1", ""]] }, { query: [["a", "1="]] })
    different({ path: "/a\nb=1" }, { path: "/a", query: [["b", "1"]] })
  })

  it("PAR-119: treats reordered objects and other white space as the same body", () => {
    same(
      { body: JSON.parse('{"a":{"x":1,"y":[{"p":1,"q":2}]},"b":2}') },
      { body: JSON.parse(' { "b" : 2,\n"a":{"y":[{"q":2,"p":1}],"x":1}} ') }
    )
  })

  it("PAR-120: treats reordered arrays as a different body", () => {
    different({ body: JSON.parse('{"a":[1,2]}') }, { body: JSON.parse('{"a":[2,1]}') })
  })

  it("PAR-121: method, path and body distinguish requests", () => {
    different({}, { method: "PUT" })
    different({}, { path: "/v1/partner/things/2" })
    different({}, { body: JSON.parse('{"a":1}') })
    different({ body: JSON.parse('{"a":1}') }, { body: JSON.parse('{"a":"1"}') })
    different({ body: JSON.parse('{"a":null}') }, { body: JSON.parse("{}") })
  })

  it("A-85: treats a missing body as an empty object", () => {
    same({ body: undefined }, { body: {} })
  })
})
