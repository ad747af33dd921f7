import { assert, describe, it } from "@effect/vitest"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { conditional } from "../../../src/http/surface/conditional.ts"

const cacheControl = "public, max-age=60"
const body = HttpServerResponse.jsonUnsafe({ name: "Venue" })

const present = (response: HttpServerResponse.HttpServerResponse, ifNoneMatch?: string) =>
  conditional(cacheControl)(
    HttpServerRequest.fromWeb(
      new Request("http://hub.test/", { headers: ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch } })
    ),
    response
  )

const tagOf = (response: HttpServerResponse.HttpServerResponse) => present(response).headers["etag"] ?? ""
const tag = tagOf(body)

describe("conditional", () => {
  it("PUB-002: sends Cache-Control and a strong ETag, equal for equal bytes only", () => {
    assert.match(tag, /^"[A-Za-z0-9_-]{27}"$/)
    assert.strictEqual(tagOf(HttpServerResponse.jsonUnsafe({ name: "Venue" })), tag)
    assert.notStrictEqual(tagOf(HttpServerResponse.jsonUnsafe({ name: "venue" })), tag)
    assert.strictEqual(present(body).headers["cache-control"], cacheControl)
  })

  it.each([
    tag,
    "*",
    `W/${tag}`,
    `"other", ${tag}`,
    `${tag},"other"`,
    `"a,b" ,\t W/"c",W/${tag}`,
    `"", ${tag}`,
    `nonsense, ${tag}`
  ])("PUB-002: answers 304 without a body when If-None-Match is %s", (ifNoneMatch) => {
    const answer = present(body, ifNoneMatch)
    assert.deepStrictEqual([answer.status, answer.body._tag], [304, "Empty"])
    assert.deepStrictEqual({ ...answer.headers }, { "cache-control": cacheControl, etag: tag })
  })

  it.each(["", '"other"', tag.replaceAll('"', ""), tag.slice(0, -1), `"${tag}"`, `"*"`, "W/", '"', tag.toLowerCase()])(
    "PUB-002: answers 200 with the body when If-None-Match is %s",
    (ifNoneMatch) => {
      const answer = present(body, ifNoneMatch)
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual([answer.body, answer.headers["etag"]], [body.body, tag])
    }
  )

  it.each([201, 204, 400, 404, 429, 500, 503])("PUB-002: sends no-store and no ETag with a %i", (status) => {
    const answer = present(HttpServerResponse.setStatus(body, status), "*")
    assert.deepStrictEqual([answer.status, answer.headers["cache-control"]], [status, "no-store"])
    assert.isUndefined(answer.headers["etag"])
  })
})
