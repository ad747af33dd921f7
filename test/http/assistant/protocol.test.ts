import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { host, pathOf, place, post, request, resultOf, statusAndCode } from "../../support/assistant.ts"
import * as Service from "../../support/http/service.ts"

const handshake = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: "a host", version: "1" }
})

const newest = "2026-07-28"

const meta = (protocolVersion = newest) => ({
  "io.modelcontextprotocol/protocolVersion": protocolVersion,
  "io.modelcontextprotocol/clientInfo": { name: "a host", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {}
})

/** A request of the revision without a handshake, whose headers repeat parts of the message. */
const stateless = Effect.fnUntraced(function* (
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {}
) {
  const name = typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {}
  const named = { "mcp-protocol-version": newest, "mcp-method": method, ...name, ...headers }
  const allHeaders = {
    ...(yield* host("AT_read")),
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ""))
  }
  return yield* request(allHeaders, method, { _meta: meta(), ...params })
})

const errorOf = (answer: Service.Answer) => [answer.status, answer.at("error.code")]

layer(Service.layer())("the protocol", (it) => {
  it.effect("INT-032: initialize agrees on a revision with a handshake and offers tools only", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      for (const [requested, agreed] of [
        ["2025-06-18", "2025-06-18"],
        ["2025-11-25", "2025-11-25"],
        [newest, "2025-11-25"],
        ["2025-03-26", "2025-11-25"],
        ["1999-01-01", "2025-11-25"]
      ] as const) {
        const answer = yield* request(headers, "initialize", handshake(requested))
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.headers.get("content-type"), "application/json")
        assert.isNull(answer.headers.get("mcp-session-id"))
        assert.deepStrictEqual([answer.at("id"), answer.at("result.protocolVersion")], [7, agreed], requested)
        assert.deepStrictEqual(answer.at("result.capabilities"), { tools: {} })
      }
    })
  )

  it.effect("INT-032: the revisions of 2025 need no session; a header with another revision is 400", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      for (const revision of [undefined, "2025-06-18", "2025-11-25"]) {
        const named = revision === undefined ? headers : { ...headers, "mcp-protocol-version": revision }
        assert.deepStrictEqual((yield* request(named, "ping")).at("result"), {})
        assert.isAbove((yield* request(named, "tools/list")).each("result.tools").length, 5)
        const called = yield* request(named, "tools/call", { name: "get_workspace", arguments: place })
        assert.strictEqual(called.at("result.structuredContent.name"), "Workspace ws-a-main")
      }
      // A session id that a host remembers from an earlier server is ignored.
      assert.strictEqual((yield* request({ ...headers, "mcp-session-id": "any" }, "ping")).status, 200)
      for (const revision of ["2025-03-26", "2024-11-05", "x"]) {
        const named = { ...headers, "mcp-protocol-version": revision }
        assert.strictEqual((yield* request(named, "ping")).status, 400, revision)
        assert.strictEqual((yield* request(named, "tools/list", { cursor: 7 })).status, 400, revision)
      }
    })
  )

  it.effect("INT-032: revision 2026-07-28 is discovered, and every request is complete by itself", () =>
    Effect.gen(function* () {
      const found = yield* stateless("server/discover")
      assert.deepStrictEqual(found.at("result.supportedVersions"), [newest])
      const listed = yield* stateless("tools/list")
      assert.deepStrictEqual(
        [listed.status, listed.at("result.resultType"), listed.at("result.cacheScope")],
        [200, "complete", "private"]
      )
      const called = yield* stateless("tools/call", { name: "get_workspace", arguments: place })
      assert.strictEqual(called.at("result.structuredContent.name"), "Workspace ws-a-main")
      assert.strictEqual(called.at("result.resultType"), "complete")
      const failed = yield* stateless("tools/call", { name: "get_task", arguments: { ...place, taskId: "unknown" } })
      assert.deepStrictEqual([failed.status, resultOf(failed)], [200, "not_found"])
      for (const method of ["initialize", "ping"]) {
        assert.deepStrictEqual(errorOf(yield* stateless(method)), [404, -32601], method)
      }
    })
  )

  it.effect("INT-032: revision 2026-07-28 refuses a request whose headers and message disagree", () =>
    Effect.gen(function* () {
      const call = { name: "get_workspace", arguments: place }
      for (const [params, headers, code] of [
        [call, { "mcp-name": "get_task" }, -32020],
        [call, { "mcp-name": "" }, -32020],
        [call, { "mcp-method": "tools/list" }, -32020],
        [call, { "mcp-method": "" }, -32020],
        [call, { "mcp-protocol-version": "" }, -32020],
        [call, { "mcp-protocol-version": "2025-11-25" }, -32020],
        [{ ...call, _meta: undefined }, {}, -32602],
        [{ ...call, _meta: { ...meta(), "io.modelcontextprotocol/clientCapabilities": undefined } }, {}, -32602],
        [{ ...call, _meta: meta("2027-01-01") }, { "mcp-protocol-version": "2027-01-01" }, -32022]
      ] as const) {
        const answer = yield* stateless("tools/call", params, headers)
        assert.deepStrictEqual(errorOf(answer), [400, code], JSON.stringify([params, headers]))
      }
      // Also if the parameters are invalid as well.
      for (const [headers, code] of [
        [{ "mcp-method": "" }, -32020],
        [{ "mcp-protocol-version": "2025-11-25" }, -32020]
      ] as const) {
        assert.deepStrictEqual(errorOf(yield* stateless("tools/list", { cursor: 7 }, headers)), [400, code])
      }
    })
  )

  it.effect("INT-027, INT-032: revision 2026-07-28 answers 403 with a challenge to a change by a read-only token", () =>
    Effect.gen(function* () {
      const args = { ...place, title: "A task", clientRequestId: "request-0001" }
      const answer = yield* stateless("tools/call", { name: "start_task", arguments: args })
      assert.deepStrictEqual([...statusAndCode(answer), answer.at("id")], [403, "insufficient_scope", 7])
      assert.match(answer.headers.get("www-authenticate") ?? "", /^Bearer .*error="insufficient_scope"/)
    })
  )

  it.effect("INT-032: an unknown method and one that streams are error -32601", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_write")
      for (const method of [
        "nope",
        "isPrototypeOf",
        "resources/list",
        "prompts/list",
        "logging/setLevel",
        "completion/complete"
      ]) {
        const answer = yield* request(headers, method, {})
        assert.deepStrictEqual([answer.at("id"), ...errorOf(answer)], [7, 200, -32601], method)
      }
      assert.deepStrictEqual(errorOf(yield* stateless("nope")), [404, -32601])
      const listen = yield* stateless("subscriptions/listen", { notifications: {} })
      assert.deepStrictEqual(
        [...errorOf(listen), listen.headers.get("content-type")],
        [404, -32601, "application/json"]
      )
    })
  )

  it.effect("INT-032: parameters that a method does not take are error -32602", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const { clientInfo: _, ...unnamed } = handshake("2025-11-25")
      for (const [method, params] of [
        ["initialize", undefined],
        ["initialize", {}],
        ["initialize", unnamed],
        ["initialize", { ...handshake("2025-11-25"), protocolVersion: 7 }],
        ["tools/list", { cursor: 7 }],
        ["tools/call", undefined],
        ["tools/call", { name: 7 }]
      ] as const) {
        const answer = yield* post(headers, { jsonrpc: "2.0", id: 7, method, params })
        assert.deepStrictEqual(
          [answer.at("id"), ...errorOf(answer)],
          [7, 200, -32602],
          JSON.stringify([method, params])
        )
      }
      assert.deepStrictEqual(errorOf(yield* stateless("tools/list", { cursor: 7 })), [200, -32602])
    })
  )

  it.effect("INT-032: a batch is refused, whatever it contains", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_write")
      const ping = { jsonrpc: "2.0", id: 1, method: "ping" }
      for (const batch of [
        [],
        [ping],
        [ping, { ...ping, id: 2 }],
        [{ jsonrpc: "2.0", method: "notifications/initialized" }]
      ]) {
        const answer = yield* post(headers, batch)
        assert.deepStrictEqual([...errorOf(answer), answer.at("id")], [400, -32600, null])
      }
    })
  )

  it.effect(
    "INT-032: rejects a JSON value that is not a message, and text that is not JSON, with different errors",
    () =>
      Effect.gen(function* () {
        const headers = yield* host("AT_read")
        for (const body of [
          {},
          { jsonrpc: "2.0" },
          { id: 1, method: "ping" },
          { jsonrpc: "1.0", id: 1, method: "ping" },
          { jsonrpc: "2.0", id: null, method: "ping" },
          { jsonrpc: "2.0", id: {}, method: "ping" },
          { jsonrpc: "2.0", id: 1, method: 7 },
          "7",
          '"text"',
          "null"
        ]) {
          assert.deepStrictEqual(errorOf(yield* post(headers, body)), [400, -32600], JSON.stringify(body))
        }
        for (const body of ["{", "", '{"a": 1, "a": 2}', "\u0000"]) {
          const answer = yield* post(headers, body)
          assert.deepStrictEqual(
            [...errorOf(answer), answer.at("error.data.code")],
            [400, -32700, "malformed_json"],
            body
          )
        }
      })
  )

  it.effect("INT-032: notifications and responses are acknowledged with 202 and an empty body", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      for (const body of [
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
        { jsonrpc: "2.0", id: 1, result: {} }
      ]) {
        const answer = yield* post(headers, body)
        assert.deepStrictEqual([answer.status, answer.text, answer.headers.get("content-type")], [202, "", null])
      }
      const method = "notifications/cancelled"
      const ofNewest = yield* post(
        { ...headers, "mcp-protocol-version": newest, "mcp-method": method },
        { jsonrpc: "2.0", method, params: { requestId: 1, _meta: meta() } }
      )
      assert.deepStrictEqual([ofNewest.status, ofNewest.text], [202, ""])
    })
  )

  it.effect("INT-032, GEN-011: GET and DELETE are not allowed, with or without a token, and nothing is streamed", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const headers = { ...(yield* host("AT_read")), accept: "text/event-stream" }
      for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
        for (const credentials of [headers, {}]) {
          const answer = yield* call(method, pathOf(), { headers: credentials })
          assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "POST"], method)
          assert.strictEqual(answer.at("error.data.code"), "method_not_allowed")
        }
      }
      const answer = yield* request(headers, "ping")
      assert.deepStrictEqual([answer.status, answer.headers.get("content-type")], [200, "application/json"])
      const below = yield* call("GET", "/api/operator-mcp/elsewhere", { headers })
      assert.deepStrictEqual([below.status, below.at("error.data.code")], [404, "route_not_found"])
    })
  )

  it.effect("GEN-006: a body that is too large (413) or of another type (415) is refused in the surface's shape", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const large = yield* request(headers, "ping", { text: "a".repeat(70_000) })
      assert.deepStrictEqual([large.status, large.at("error.data.code")], [413, "payload_too_large"])
      assert.deepStrictEqual([large.at("jsonrpc"), large.at("id"), large.at("error.code")], ["2.0", null, -32600])
      const text = yield* post({ ...headers, "content-type": "text/plain" }, "{}")
      assert.deepStrictEqual([text.status, text.at("error.data.code")], [415, "unsupported_media_type"])
    })
  )
})
