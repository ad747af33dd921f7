import { assert, describe, it } from "@effect/vitest"
import { HttpServerRequest } from "effect/http"
import { queryOf } from "../../../src/http/surface/queryOf.ts"

const of = (url: string) => [...queryOf(HttpServerRequest.fromWeb(new Request(`http://hub.test${url}`)))]

describe("queryOf", () => {
  it("returns the decoded parameters in the order sent", () => {
    assert.deepStrictEqual(of("/v1/partner/members?q=a%20b&limit=3&q=c+d"), [
      ["q", "a b"],
      ["limit", "3"],
      ["q", "c d"]
    ])
    assert.deepStrictEqual(of("/v1/partner/members"), [])
    assert.deepStrictEqual(of("/v1/partner/members?"), [])
  })

  it("reads the URL that is routed, whatever the original begins with", () => {
    const request = HttpServerRequest.fromWeb(new Request("http://hub.test/v1/partner/members?a=1"))
    assert.deepStrictEqual([...queryOf(request.modify({ url: "/v1/partner/members?b=2" }))], [["b", "2"]])
  })

  it("reads a second question mark as part of the first name", () => {
    assert.deepStrictEqual(of("/v1/partner/members??email=a"), [["?email", "a"]])
    assert.deepStrictEqual(of("/v1/partner/members?q=?"), [["q", "?"]])
  })
})
