import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { exchange, request, type WireAnswer } from "../../support/http/rawSocket.ts"
import * as Service from "../../support/http/service.ts"

const brands = "/api/external/v1/brands"
const authorization = `Authorization: Bearer ${hubKeys.KH_all}`
const close = "Connection: close"

const send = (pieces: ReadonlyArray<string | Uint8Array>, options?: Parameters<typeof exchange>[2]) =>
  Service.Service.use(({ baseUrl }) => exchange(baseUrl, pieces, options))

/** The only answer to one request. */
const only = (piece: string | Uint8Array) =>
  Effect.map(send([piece]), ({ answers, wire }) => {
    assert.strictEqual(answers.length, 1, wire)
    return answers[0] ?? assert.fail("no answer")
  })

const get = (target: string, ...fields: ReadonlyArray<string>) =>
  only(request(`GET ${target}`, [authorization, close, ...fields]))

const shapes: Readonly<Record<string, RegExp>> = {
  "/api/external/v1/brands": /^\{"type":"urn:hub:problem:/,
  "/v1/partner/scope": /^\{"type":"[a-z_]+","timestamp":"/,
  "/v1/members/me": /^\{"statusCode":\d+,"message":/,
  "/v1/public/properties/x": /^\{"statusCode":\d+,"message":/,
  "/nothing": /^\{"statusCode":\d+,"message":/
}

/** Asserts a refusal that clients can read: JSON in the shape of its path, with a request id. */
const isRefusal = (answer: WireAnswer, status: number, path = brands) => {
  assert.strictEqual(answer.status, status, answer.text)
  assert.match(answer.headers["content-type"] ?? "", /^application\/(?:problem\+)?json$/)
  assert.match(answer.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/)
  assert.match(answer.text, shapes[path] ?? /^$/)
  assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
  assert.strictEqual(answer.headers["referrer-policy"], "no-referrer")
  assert.isUndefined(answer.headers["x-evil"])
}

layer(Service.layer({ environment: { HUB_LIMIT_HUB_KEY: "100000", HUB_LIMIT_PUBLIC: "100000" } }))(
  "requests that no client library sends",
  (it) => {
    it.effect(
      "GEN-006, GEN-007, GEN-013: malformed HTTP is a 400 in JSON, in the shape of the path if there is one",
      () =>
        Effect.gen(function* () {
          for (const path of Object.keys(shapes)) {
            isRefusal(yield* only(request(`GET ${path}`, ["X-Note: a\0b"])), 400, path)
            isRefusal(yield* only(request(`GET ${path}\0`)), 400, path)
            isRefusal(yield* only(request(`FETCH ${path}`)), 400, path)
          }
          for (const nonsense of [
            "hello\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "\x16\x03\x01\x00\x05\x01\x02\x03"
          ]) {
            isRefusal(yield* only(Buffer.from(nonsense, "latin1")), 400, "/nothing")
          }
          isRefusal(yield* only(`GET ${brands} HTTP/1.1\r\n${close}\r\n\r\n`), 400)
          isRefusal(yield* only(request(`POST ${brands}`, ["Content-Length: 3", "Content-Length: 4"], "abcd")), 400)
          isRefusal(
            yield* only(request(`POST ${brands}`, ["Content-Length: 3", "Transfer-Encoding: chunked"], "0\r\n\r\n")),
            400
          )
          isRefusal(yield* only(request(`GET ${brands}`, ["X-Note : a"])), 400)
          isRefusal(yield* only(request(`GET ${brands}`, ["Host: other.test"])), 400)
          isRefusal(yield* only(request(`GET ${brands}`, ["HOST: hub.test", authorization])), 400)
          isRefusal(yield* only(`GET ${brands} HTTP/1.1\nHost: hub.test\n\n`), 400)
        })
    )

    it.effect("GEN-013: a request id with a line break or control character is not echoed, with a 200 or 400", () =>
      Effect.gen(function* () {
        for (const id of ["a\rX-Evil: 1", "a\nX-Evil: 1", "a\r\n X-Evil: 1", "a\0b", "a\x01b", "a\x7fb", "\u00e9"]) {
          const { answers, wire } = yield* send(
            [Buffer.from(request(`GET ${brands}`, [authorization, `X-Request-ID: ${id}`]), "latin1")],
            {
              patienceMillis: 300,
              expected: 1
            }
          )
          assert.strictEqual(answers.length, 1, wire)
          assert.isTrue(answers[0]?.status === 400 || answers[0]?.status === 200, wire)
          assert.match(answers[0]?.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/)
          assert.notInclude(wire.toLowerCase(), "x-evil")
        }
        const twice = yield* get(brands, "X-Request-ID: a", "X-Request-ID: b")
        assert.match(twice.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/)
      })
    )

    it.effect(
      "HUB-018, HUB-087, HUB-089, A-103: URL or headers over 32 KiB are a 431; smaller ones are processed",
      () =>
        Effect.gen(function* () {
          for (const path of Object.keys(shapes)) {
            const long = yield* only(request(`GET ${path}?cursor=${"x".repeat(100_000)}`))
            isRefusal(long, 431, path)
            assert.strictEqual(long.at("code"), "request_header_fields_too_large")
            isRefusal(yield* only(request(`GET ${path}`, [`X-Note: ${"x".repeat(40_000)}`])), 431, path)
          }
          const processed = yield* get(`${brands}?cursor=${"x".repeat(20_000)}`)
          isRefusal(processed, 400)
          assert.strictEqual(processed.at("errors.0.field"), "cursor")
          isRefusal(
            yield* only(
              request(
                `GET ${brands}`,
                Array.from({ length: 6000 }, (_, i) => `A${i}: b`)
              )
            ),
            431
          )
          const routed = yield* get(brands, `X-Note: ${"x".repeat(30_000)}`)
          assert.strictEqual(routed.status, 200)
        })
    )

    it.effect("GEN-002: two credentials in one request are a 401", () =>
      Effect.gen(function* () {
        const other = "Authorization: Bearer somebody"
        isRefusal(yield* only(request(`GET ${brands}`, [authorization, other, close])), 401)
        isRefusal(yield* only(request(`GET ${brands}`, [other, authorization, close])), 401)
        const key = `X-API-Key: ${partnerKeys.PA}`
        isRefusal(
          yield* only(request("GET /v1/partner/scope", [key, "X-API-Key: other", close])),
          401,
          "/v1/partner/scope"
        )
      })
    )

    it.effect("GEN-011: no connection is upgraded, and no answer is a stream", () =>
      Effect.gen(function* () {
        const upgrades = [
          ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="],
          ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"],
          ["Upgrade: anything"]
        ]
        for (const fields of upgrades) {
          const { answers, wire } = yield* send(
            [
              request(`GET ${brands}`, [authorization, "Connection: Upgrade", ...fields]),
              request(`GET ${brands}`, [close])
            ],
            { pauseMillis: 100 }
          )
          assert.deepStrictEqual(
            answers.map(({ status }) => status),
            [200, 401],
            wire
          )
          assert.strictEqual(answers[0]?.headers["content-type"], "application/json")
        }
        for (const accept of ["text/event-stream", "application/xml", "*/*;q=0", ""]) {
          const answer = yield* get(brands, `Accept: ${accept}`)
          assert.deepStrictEqual([answer.status, answer.headers["content-type"]], [200, "application/json"])
        }
        for (const path of ["webhooks", "subscriptions", "events", "stream"]) {
          for (const method of ["GET", "POST"]) {
            const answer = yield* only(
              request(`${method} /v1/partner/${path}`, [`X-API-Key: ${partnerKeys.PA}`, close])
            )
            isRefusal(answer, 404, "/v1/partner/scope")
          }
        }
      })
    )

    it.effect("GEN-006: pipelined requests are answered in their order", () =>
      Effect.gen(function* () {
        const first = request(`GET ${brands}`, [authorization])
        const { answers, closed } = yield* send([first + request("GET /nothing") + request("GET /livez", [close])])
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 404, 200]
        )
        assert.isTrue(closed)
        const ids = answers.map(({ headers }) => headers["x-request-id"])
        assert.strictEqual(new Set(ids).size, 3)
      })
    )

    it.effect("GEN-006: HEAD is GET without the body; TRACE reflects nothing; CONNECT opens nothing", () =>
      Effect.gen(function* () {
        const full = yield* get(brands)
        const { wire } = yield* send([request(`HEAD ${brands}`, [authorization, close])])
        assert.match(wire, /^HTTP\/1\.1 200 /)
        assert.include(wire, `content-length: ${full.headers["content-length"]}`)
        assert.strictEqual(wire.slice(wire.indexOf("\r\n\r\n") + 4), "")
        for (const method of ["TRACE", "OPTIONS", "PROPFIND", "PATCH"]) {
          const answer = yield* only(request(`${method} ${brands}`, [authorization, close]))
          isRefusal(answer, 405)
          assert.strictEqual(answer.headers["allow"], "GET, HEAD")
          assert.notInclude(answer.text, hubKeys.KH_all)
        }
        const { answers, closed } = yield* send(["CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n"])
        assert.isTrue(closed)
        assert.isTrue(answers.every(({ status }) => status >= 400))
      })
    )

    it.effect("HUB-007, GEN-007: a path with other case, extra slashes, dot segments or escapes is 404", () =>
      Effect.gen(function* () {
        for (const target of [
          `${brands}/`,
          `/${brands}`,
          "/api//external/v1/brands",
          "/API/external/v1/brands",
          "/api/external/v1/Brands",
          "/api%2fexternal/v1/brands",
          "/api/external/v1/./brands",
          "/api/external/v1/messaging/../brands",
          `${brands};v=1`,
          "/api/external/v1/%62rands",
          "/%61pi/external/v1/brands",
          "/%5f%5ftest/clock",
          "/%6detrics",
          "/livez%20",
          "/livez%00",
          "/api/external/v1/%zz",
          "/api/external/v1/%ff",
          "/livez/",
          "*"
        ]) {
          const answer = yield* get(target)
          assert.strictEqual(answer.status, 404, target)
          assert.match(answer.headers["content-type"] ?? "", /json$/)
        }
        assert.strictEqual((yield* get(`http://elsewhere.test${brands}`)).status, 200)
        assert.strictEqual((yield* get(`${brands}?`)).status, 200)
        isRefusal(yield* get(`${brands}#x`), 404)
        isRefusal(yield* get("http://elsewhere.test/api/external/v1/nothing"), 404)
      })
    )

    it.effect("GEN-006: an unknown Expect and the body of a GET are ignored", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* get(brands, "Expect: miracles")).status, 200)
        assert.strictEqual(
          (yield* only(request(`GET ${brands}`, [authorization, close, "Content-Length: 5"], "hello"))).status,
          200
        )
      })
    )
  }
)

const messaging = "/api/external/v1/messaging?scope=ws-a-main"
const acknowledge = `/v1/partner/arrivals/${demoIds.arrivals["open"]}/ack`
const json = "Content-Type: application/json"
const command = JSON.stringify({ type: "claim", id: "nothing", expectedVersion: 1 })

const post = (fields: ReadonlyArray<string>, body = "") =>
  request(`POST ${messaging}`, [authorization, "Idempotency-Key: transport-0001", ...fields], body)

const acknowledging = (fields: ReadonlyArray<string>, body = "") =>
  request(`POST ${acknowledge}`, [`X-API-Key: ${partnerKeys.PA}`, "Idempotency-Key: transport-0002", ...fields], body)

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

layer(Service.layer({ environment: { HUB_REQUEST_TIMEOUT_MS: "120000" } }))(
  "bodies that no client library sends",
  (it) => {
    it.effect("HUB-056: a body is read alike in one piece, in chunks and with trailers", () =>
      Effect.gen(function* () {
        const whole = post([json, close, `Content-Length: ${command.length}`], command)
        const chunked = post(
          [json, close, "Transfer-Encoding: chunked"],
          chunk(command.slice(0, 9)) + chunk(command.slice(9))
        )
        const pieces = [
          [whole],
          [`${chunked}0\r\n\r\n`],
          [`${chunked}0\r\nX-Evil: 1\r\n\r\n`],
          [...`${chunked}0\r\n\r\n`]
        ]
        for (const one of pieces) {
          const { answers, wire } = yield* send(one, { pauseMillis: 1 })
          assert.deepStrictEqual(
            answers.map((answer) => [answer.status, answer.at("code")]),
            [[404, "not_found"]],
            wire
          )
        }
      })
    )

    it.effect("HUB-076, GEN-006: a body over the limit is refused before it is complete, declared or chunked", () =>
      Effect.gen(function* () {
        const declared = yield* send([post([json, close, "Content-Length: 65537"])])
        const waiting = yield* send([post([json, close, "Expect: 100-continue", "Content-Length: 99999999"])])
        const endless = yield* send(
          [
            post([json, close, "Transfer-Encoding: chunked"]),
            ...Array.from({ length: 40 }, () => chunk("x".repeat(16_384)))
          ],
          { pauseMillis: 2 }
        )
        for (const { answers, closed, wire } of [declared, waiting, endless]) {
          assert.deepStrictEqual(
            answers.map(({ status }) => status),
            [400],
            wire
          )
          assert.strictEqual(answers[0]?.at("code"), "invalid_body")
          assert.isTrue(closed)
        }
        const partner = yield* send([acknowledging([json, close, "Content-Length: 65537"])])
        assert.deepStrictEqual(
          partner.answers.map((answer) => [answer.status, answer.at("code")]),
          [[413, "payload_too_large"]]
        )
      })
    )

    it.effect("GEN-006: 100 Continue is sent only to requests that are not refused by their headers", () =>
      Effect.gen(function* () {
        const fields = [json, close, "Expect: 100-continue", `Content-Length: ${command.length}`]
        const { answers } = yield* send([post(fields), command], { inTurn: true })
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [100, 404]
        )
        const nobody = request(`POST ${messaging}`, ["Idempotency-Key: transport-0001", ...fields])
        assert.deepStrictEqual(
          (yield* send([nobody])).answers.map(({ status }) => status),
          [401]
        )
      })
    )

    it.effect("GEN-006, GEN-007: a malformed chunk ends the connection with 400, a huge extension with 413", () =>
      Effect.gen(function* () {
        for (const [bad, status] of [
          ["zz\r\n", 400],
          ["-1\r\n", 400],
          [`1;${"x".repeat(20_000)}\r\n`, 413]
        ] as const) {
          const { answers, closed } = yield* send([post([json, "Transfer-Encoding: chunked"]), bad])
          assert.deepStrictEqual(
            answers.map((answer) => answer.status),
            [status]
          )
          assert.match(answers[0]?.headers["content-type"] ?? "", /json$/)
          assert.isTrue(closed)
        }
      })
    )

    it.effect("HUB-056: bytes that are not UTF-8 are 400 invalid_body; a repeated Content-Type is 400", () =>
      Effect.gen(function* () {
        for (const bytes of [
          [0x22, 0xff, 0x22],
          [0x22, 0xc0, 0x80, 0x22],
          [0xfe, 0xff, 0x00, 0x7b],
          [0x1f, 0x8b, 0x08]
        ]) {
          const head = Buffer.from(post([json, close, `Content-Length: ${bytes.length}`]))
          const { answers } = yield* send([Buffer.concat([head, Buffer.from(bytes)])])
          assert.deepStrictEqual(
            answers.map((answer) => [answer.status, answer.at("code")]),
            [[400, "invalid_body"]]
          )
        }
        const mixed = post([json, json, close, `Content-Length: ${command.length}`], command)
        assert.deepStrictEqual(
          (yield* send([mixed])).answers.map(({ status }) => status),
          [400]
        )
      })
    )

    it.effect("GEN-011: a request to upgrade the protocol is answered like any other, its body included", () =>
      Effect.gen(function* () {
        for (const upgrade of ["websocket", "h2c", "anything"]) {
          const fields = [json, "Connection: Upgrade", `Upgrade: ${upgrade}`]
          const whole = post([...fields, `Content-Length: ${command.length}`], command)
          const chunked = post([...fields, "Transfer-Encoding: chunked"], `${chunk(command)}0\r\n\r\n`)
          for (const one of [whole, chunked]) {
            const { answers, wire } = yield* send([one], { patienceMillis: 300, expected: 1 })
            assert.deepStrictEqual(
              answers.map(({ status }) => status),
              [404],
              wire
            )
          }
        }
      })
    )
  }
)
