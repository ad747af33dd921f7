import { assert, describe, it } from "@effect/vitest"
import { surfaces } from "../../../src/cli/server/application.ts"
import { systemEnvelope } from "../../../src/http/system/systemEnvelope.ts"
import { envelopeFor } from "../../../src/http/surface/SurfaceRoutes.ts"
import { unreadable } from "../../../src/http/surface/unreadable.ts"

const explain = unreadable(envelopeFor(surfaces, systemEnvelope))
const now = Date.parse("2026-05-10T12:00:00Z")

const answerTo = (
  code: string | undefined,
  packet: string | undefined,
  request?: Parameters<typeof explain>[0]["request"]
) => {
  const { status, text } = explain(
    { code, packet: packet === undefined ? undefined : Buffer.from(packet, "latin1"), request },
    now
  )
  const [head = "", body = ""] = text.split("\r\n\r\n")
  const [line = "", ...fields] = head.split("\r\n")
  assert.include(line, ` ${status} `)
  return { line, fields, body: JSON.parse(body), length: Buffer.byteLength(body) }
}

describe("the answer to bytes that are not a request", () => {
  it("GEN-006, GEN-013: is complete, with type, length, request id, date and a closing connection", () => {
    const { body, fields, length, line } = answerTo("HPE_INVALID_METHOD", "GET /api/external/v1/brands HTTP/1.1\r\n")
    assert.strictEqual(line, "HTTP/1.1 400 Bad Request")
    const id = body.requestId
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(fields, [
      "Content-Type: application/problem+json",
      `Content-Length: ${length}`,
      `X-Request-ID: ${id}`,
      "Date: Sun, 10 May 2026 12:00:00 GMT",
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      "Referrer-Policy: no-referrer",
      "Connection: close"
    ])
    assert.strictEqual(body.instance, "/api/external/v1/brands")
    assert.strictEqual(body.status, 400)
  })

  it("GEN-006: is 431, 413 or 408 by its cause, else 400, with a code", () => {
    const statuses = [
      "HPE_HEADER_OVERFLOW",
      "HPE_CHUNK_EXTENSIONS_OVERFLOW",
      "ERR_HTTP_REQUEST_TIMEOUT",
      "EPROTO",
      undefined
    ]
    assert.deepStrictEqual(
      statuses.map((code) => answerTo(code, undefined).line.split(" ")[1]),
      ["431", "413", "408", "400", "400"]
    )
    for (const code of statuses) assert.match(answerTo(code, undefined).body.code, /^[a-z]+(?:_[a-z]+)+$/)
  })

  it("GEN-007: has the shape of the path in the last bytes, else the plain shape", () => {
    const keys = (packet: string | undefined) => Object.keys(answerTo("HPE_HEADER_OVERFLOW", packet).body)
    const plain = ["statusCode", "message", "code"]
    assert.include(keys("GET /api/external/v1/brands?x=1 HTTP/1.1\r\n"), "instance")
    assert.deepStrictEqual(keys("POST /v1/partner/arrivals/x/ack HTTP/1.1"), ["type", "timestamp", "code", "message"])
    assert.deepStrictEqual(keys("GET /v1/members/me"), plain)
    for (const packet of [
      undefined,
      "",
      "\0",
      "xxxxxxxx",
      "get /api/external/v1/brands",
      "GET http://x/",
      "/api/external/v1"
    ]) {
      assert.deepStrictEqual(keys(packet), plain, packet)
    }
    assert.deepStrictEqual(keys("GET /api/externally HTTP/1.1"), plain)
  })

  it("GEN-007, GEN-013: has shape, path and id of the request whose body it is, whatever that looks like", () => {
    const request = { id: "it-42", method: "POST", path: "/api/external/v1/messaging" }
    for (const packet of [undefined, "ZZ\r\n", "GET /v1/partner/scope HTTP/1.1\r\n"]) {
      const { body, fields } = answerTo("HPE_INVALID_CHUNK_SIZE", packet, request)
      assert.include(fields, "Content-Type: application/problem+json")
      assert.include(fields, "X-Request-ID: it-42")
      assert.deepInclude(body, { instance: request.path, requestId: request.id, status: 400 })
    }
  })

  it("GEN-013: has no byte of the request in its headers, and its body stays JSON", () => {
    for (const path of [
      '/api/external/v1/\x01\x7f"\\',
      "/api/external/v1/<script>",
      "/api/external/v1/\xff\xfe",
      `/${"x".repeat(5000)}`
    ]) {
      const { fields } = answerTo("HPE_INVALID_URL", `GET ${path} HTTP/1.1\r\nX-Evil: 1\r\n`)
      assert.strictEqual(fields.length, 8)
      assert.isTrue(fields.every((field) => !field.includes("Evil") && /^[\x20-\x7e]+$/.test(field)))
    }
  })
})
