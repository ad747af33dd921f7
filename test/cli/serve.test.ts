import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { startChild } from "../support/servers/child.ts"
import { eventually } from "../support/eventually.ts"
import { freePort } from "../support/servers/freePort.ts"
import { at } from "../support/http/service.ts"
import { binary, hub, root } from "../support/servers/hub.ts"

// Each test starts a process, which takes seconds where the machine is busy.
const start = Effect.fnUntraced(function* (port: number, ...args: ReadonlyArray<string>) {
  const [node, ...rest] = binary
  const child = yield* startChild(node, [...rest, "serve", "--store", "memory", ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"], PORT: String(port) }
  })
  const readyLine = args.includes("--json") ? /"event":"ready".*\n/ : /line of JSON/
  yield* eventually(
    "the process says that it is ready",
    Effect.suspend(() =>
      child.isRunning()
        ? Effect.succeed(readyLine.test(child.log()))
        : Effect.die(new Error(`It ended:\n${child.log()}`))
    )
  )
  return child
})

const get = (url: string, headers: Record<string, string> = {}) => Effect.promise(() => fetch(url, { headers }))

/** The request of a `curl` line. */
const requestOf = (line: string) => {
  const body = / -d '([^']+)'/.exec(line)?.[1]
  return {
    url: /'(http[^']+)'/.exec(line)?.[1] ?? "",
    init: {
      method: body !== undefined || line.includes("-X POST") ? "POST" : "GET",
      headers: Object.fromEntries(
        [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = "", value = ""]) => [name, value])
      ),
      ...(body === undefined ? {} : { body })
    }
  }
}

describe("hub serve", () => {
  it.live("prints where it listens, and one working command for each surface", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const base = `http://127.0.0.1:${port}`
      const child = yield* start(port, "--demo")
      const text = child.log()
      assert.include(text, `The hub listens at ${base} (development, memory store, process `)
      for (const page of ["api/external/v1", "api/v1", "v1/partner", "v1/public"]) {
        assert.include(text, `${base}/${page}/docs\n`)
        assert.strictEqual((yield* get(`${base}/${page}/docs`)).status, 200)
        assert.strictEqual((yield* get(`${base}/${page}/openapi.json`)).status, 200)
      }
      const lines = text.split("\n").filter((line) => line.includes("curl"))
      const paths: Array<string> = []
      for (const { init, url } of lines.map(requestOf)) {
        assert.isTrue((yield* Effect.promise(() => fetch(url, init))).ok, url)
        paths.push(url.slice(base.length).split("?")[0] ?? "")
      }
      assert.deepStrictEqual(
        paths.map((path) => path.replace(/[^/]{24}$/, "ID")),
        [
          "/api/external/v1/messaging",
          "/v1/partner/arrivals",
          "/v1/members/me",
          "/v1/public/properties/ID",
          "/api/v1/session",
          "/api/operator-mcp",
          "/p/organization-a/v1-published"
        ]
      )
    })
  )

  it.live("prints the same as one line of JSON, and no credentials without the demo data", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const child = yield* start(port, "--json")
      const ready: unknown = JSON.parse(child.log().split("\n")[0] ?? "")
      assert.strictEqual(at(ready, "event"), "ready")
      assert.strictEqual(at(ready, "baseUrl"), `http://127.0.0.1:${port}`)
      assert.strictEqual(at(ready, "documents.partner.openapi"), `http://127.0.0.1:${port}/v1/partner/openapi.json`)
      assert.deepStrictEqual(at(ready, "try"), {})

      const second = yield* hub({ PORT: String(port) }, "serve", "--store", "memory")
      assert.deepStrictEqual([second.code, second.stdout], [1, ""])
      assert.include(second.stderr, `address already in use 127.0.0.1:${port}`)
      assert.include(second.stderr, "choose another port with PORT")

      yield* child.signal("SIGTERM")
      assert.strictEqual(yield* child.ended, 0)
    })
  )

  it.live("logs a request as one line of JSON after the announcement, without its query and credential", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const child = yield* start(port, "--json")
      yield* get(`http://127.0.0.1:${port}/api/external/v1/brands?word=query-word`, {
        authorization: "Bearer credential-word",
        "x-request-id": "it-42"
      })
      yield* eventually(
        "the request is logged",
        Effect.sync(() => child.log().includes("it-42"))
      )
      const lines = child.log().trim().split("\n")
      assert.isAtLeast(lines.length, 2)
      for (const line of lines) assert.isObject(JSON.parse(line))
      for (const word of ["query-word", "credential-word"]) assert.notInclude(child.log(), word)
    })
  )
})
