import { assert, describe, it, layer } from "@effect/vitest"
import { Client as ClientOf2026, StreamableHTTPClientTransport as TransportOf2026 } from "@modelcontextprotocol/client"
import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams
} from "@modelcontextprotocol/sdk/client/auth.js"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { assistantResource } from "../../../src/layers/developmentIssuer.ts"
import { host, pathOf, place, tokenOf } from "../../support/assistant.ts"
import { runChild } from "../../support/servers/child.ts"
import { freePort } from "../../support/servers/freePort.ts"
import { root, temporaryDirectory } from "../../support/servers/hub.ts"
import { addingHeaders } from "../../support/http/mcpClients.ts"
import * as Service from "../../support/http/service.ts"

// Third-party programs start as child processes.
const { at, each } = Service

/** What the tests need of a third-party client. */
interface AnyClient {
  readonly toolNames: () => Promise<ReadonlyArray<string>>
  readonly callTool: (name: string, args: Record<string, unknown>) => Promise<unknown>
  readonly close: () => Promise<void>
}

const addressOf = Effect.map(Service.Service, ({ baseUrl }) => new URL(pathOf(), baseUrl))

const info = { name: "a scripted assistant", version: "1" }

type Connect = (url: URL, headers: Record<string, string>) => Promise<AnyClient>

/** The client of the SDK's first major version, which speaks the revisions of 2025. */
const connect2025: Connect = async (url, headers) => {
  const client = new Client(info)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  assert.strictEqual(client.getServerVersion()?.name, "hospitality-hub")
  assert.include(String(client.getInstructions()), "organizationId")
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    callTool: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close()
  }
}

/** The client of the SDK's second major version, which negotiates the newest revision or is pinned to it. */
const connect2026 =
  (mode: "auto" | { readonly pin: string }): Connect =>
  async (url, headers) => {
    const client = new ClientOf2026(info, { versionNegotiation: { mode } })
    await client.connect(new TransportOf2026(url, { requestInit: { headers } }))
    assert.strictEqual(client.getNegotiatedProtocolVersion(), "2026-07-28")
    return {
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      callTool: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close()
    }
  }

const clients: Readonly<Record<string, Connect>> = {
  "@modelcontextprotocol/sdk": connect2025,
  "@modelcontextprotocol/client, revision 2026-07-28": connect2026({ pin: "2026-07-28" }),
  "@modelcontextprotocol/client, the best revision": connect2026("auto")
}

layer(Service.layer())("third-party clients", (it) => {
  for (const [name, connect] of Object.entries(clients)) {
    it.effect(`INT-032, INT-033, INT-034: ${name} lists tools, reads a thread, starts and cancels a task`, () =>
      Effect.gen(function* () {
        const url = yield* addressOf
        const headers = yield* host("AT_write")
        const client = yield* Effect.acquireRelease(
          Effect.promise(() => connect(url, headers)),
          (open) => Effect.promise(() => open.close())
        )
        const call = (tool: string, args: Record<string, unknown> = {}) =>
          Effect.promise(() => client.callTool(tool, { ...place, ...args }))
        const content = (tool: string, args?: Record<string, unknown>) =>
          Effect.map(call(tool, args), (result) => at(result, "structuredContent"))

        const names = yield* Effect.promise(() => client.toolNames())
        assert.includeMembers([...names], ["list_tasks", "get_thread", "start_task", "cancel_task"])
        assert.isTrue(at(yield* content("get_workspace"), "mayChange"))
        const conversations = yield* content("list_conversations")
        assert.include(each(conversations, "items", "guestId"), demoIds.guests.g1)
        const thread = yield* content("get_thread", { guestId: demoIds.guests.g1 })
        assert.isNotEmpty(each(thread, "items", "body"))

        const start = { title: `A task by ${name}`, guestId: demoIds.guests.g1, clientRequestId: crypto.randomUUID() }
        const started = yield* content("start_task", start)
        const taskId = at(started, "action.id")
        assert.strictEqual(at(yield* content("start_task", start), "action.id"), taskId)
        const mine = yield* content("list_tasks", { owner: "me", state: "owned" })
        assert.include(each(mine, "items", "id"), taskId)
        const stale = yield* call("cancel_task", { taskId, expectedVersion: 7, clientRequestId: crypto.randomUUID() })
        assert.isTrue(at(stale, "isError"))
        assert.include(String(at(stale, "content.0.text")), "version_conflict")
        const expectedVersion = at(yield* content("get_task", { taskId }), "version")
        const cancel = { taskId, expectedVersion, clientRequestId: crypto.randomUUID() }
        assert.strictEqual(at(yield* content("cancel_task", cancel), "action.state"), "cancelled")
        const history = yield* content("get_task_history", { taskId })
        assert.deepStrictEqual(each(history, "items", "type"), ["create_action", "cancel_action"])
      }).pipe(Effect.scoped)
    )
  }

  it.effect("INT-018, INT-035: the SDK's client finds the authorization server with and without the challenge", () =>
    Effect.gen(function* () {
      const url = yield* addressOf
      const response = yield* Effect.promise(() => fetch(url, { method: "POST", body: "{}" }))
      const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
      assert.strictEqual(scope, "hub:collaboration:read")
      assert.strictEqual(resourceMetadataUrl?.pathname, "/.well-known/oauth-protected-resource")
      const { baseUrl } = yield* Service.Service
      const named = new URL(String(resourceMetadataUrl?.pathname), baseUrl)
      for (const resourceMetadataUrl of [named, undefined]) {
        const found = yield* Effect.promise(() =>
          discoverOAuthProtectedResourceMetadata(url, resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl })
        )
        assert.strictEqual(found.resource, assistantResource("http://127.0.0.1:8080"))
        assert.lengthOf(found.authorization_servers ?? [], 1)
      }
    })
  )

  it.effect("INT-032, INT-033: the inspector lists tools and calls one", () =>
    Effect.gen(function* () {
      const url = yield* addressOf
      const authorization = `Authorization: Bearer ${yield* tokenOf("AT_write")}`
      const inspector = `${root}/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js`
      const inspect = (...args: ReadonlyArray<string>) =>
        Effect.map(
          runChild(process.execPath, [
            inspector,
            "--cli",
            url.href,
            "--transport",
            "http",
            "--header",
            authorization,
            ...args
          ]),
          (text): unknown => JSON.parse(String(text).slice(String(text).indexOf("{")))
        )
      const listed = yield* inspect("--method", "tools/list")
      assert.include(each(listed, "tools", "name"), "start_task")
      const places = Object.entries(place).flatMap(([name, value]) => ["--tool-arg", `${name}=${value}`])
      const called = yield* inspect("--method", "tools/call", "--tool-name", "get_workspace", ...places)
      assert.strictEqual(at(called, "structuredContent.scopeId"), "ws-a-main")
    })
  )
})

/** The scenarios of the suite that need no tools, resources or prompts of its own. */
const scenarios = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"]

describe("the conformance suite of the protocol", () => {
  for (const scenario of scenarios) {
    it.live(`INT-032: conforms in the scenario ${scenario}`, () =>
      Effect.gen(function* () {
        const port = yield* freePort
        const resource = `http://127.0.0.1:${port}/mcp`
        const directory = yield* temporaryDirectory
        yield* Effect.gen(function* () {
          const target = yield* addressOf
          const headers = yield* host("AT_write", { resource })
          const url = yield* addingHeaders(port, () => target, headers)
          const conformance = `${root}/node_modules/@modelcontextprotocol/conformance/dist/index.js`
          const args = [conformance, "server", "--url", url.href, "--scenario", scenario]
          const text = yield* runChild(process.execPath, args, { cwd: directory })
          assert.match(String(text), /\b0 failed/)
        }).pipe(Effect.provide(Service.layer({ environment: { HUB_ASSISTANT_RESOURCE: resource } })))
      }).pipe(Effect.scoped)
    )
  }
})
