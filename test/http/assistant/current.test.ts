import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option } from "effect"
import { assistantClientIds } from "../../../src/demo/demoAssistants.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { AssistantClients } from "../../../src/domain/assistants/AssistantClients.ts"
import type { Operator } from "../../../src/domain/operators/Operator.ts"
import type { Workspace } from "../../../src/domain/messaging/Workspace.ts"
import { Workspaces } from "../../../src/domain/messaging/Workspaces.ts"
import { Operators } from "../../../src/domain/operators/Operators.ts"
import type { Organization } from "../../../src/domain/organizations/Organization.ts"
import { Organizations } from "../../../src/domain/organizations/Organizations.ts"
import { callTool, host, request, resultOf, statusAndCode } from "../../support/assistant.ts"
import * as CoreApiStub from "../../support/servers/CoreApiStub.ts"
import { captureLogs } from "../../support/logs.ts"
import { actionId, keyHeader } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

/** Fields that replace those of every operator. */
let change: Partial<Operator> = {}
let isAllowed = true
/** Fields that replace those of every workspace and organization, and the teams of every operator. */
let workspaceChange: Partial<Workspace> = {}
let organizationChange: Partial<Organization> = {}
let teams: ReadonlyArray<number> | undefined

/** A second host on the allowlist. */
const anotherHost = "another-host"

const changing = Service.layer({
  replace: (services) => {
    const operators = Context.get(services, Operators)
    const clients = Context.get(services, AssistantClients)
    const workspaces = Context.get(services, Workspaces)
    const organizations = Context.get(services, Organizations)
    return services.pipe(
      Context.add(Operators, {
        ...operators,
        find: (subject) =>
          Effect.map(
            operators.find(subject),
            Option.map((operator) => ({ ...operator, ...change }))
          )
      }),
      Context.add(AssistantClients, {
        ...clients,
        find: (id) =>
          Effect.map(
            clients.find(id === anotherHost ? assistantClientIds.allowed : id),
            Option.map((client) => ({ ...client, clientId: id, allowlisted: isAllowed }))
          )
      }),
      Context.add(Workspaces, {
        ...workspaces,
        find: (organizationId, xid) =>
          Effect.map(
            workspaces.find(organizationId, xid),
            Option.map((workspace) => ({ ...workspace, ...workspaceChange }))
          ),
        listTeamIds: (operatorId) => (teams === undefined ? workspaces.listTeamIds(operatorId) : Effect.succeed(teams))
      }),
      Context.add(Organizations, {
        ...organizations,
        findByIdentity: (provider, id) =>
          Effect.map(
            organizations.findByIdentity(provider, id),
            Option.map((organization) => ({ ...organization, ...organizationChange }))
          )
      })
    )
  }
})

layer(changing)("changes after a token was issued", (it) => {
  it.effect("INT-031: changed permissions, status and organization apply to the same token at once", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_write")
      const start = callTool(headers, "start_task", { title: "A task", clientRequestId: crypto.randomUUID() })
      const get = callTool(headers, "get_task", { taskId: actionId("unowned1") })
      assert.strictEqual(Service.at(resultOf(yield* get), "id"), actionId("unowned1"))
      change = { permissions: ["hub:organizations:manage"] }
      assert.deepStrictEqual(statusAndCode(yield* get), [403, "permission_denied"])
      assert.deepStrictEqual(statusAndCode(yield* start), [403, "permission_denied"])
      change = { permissions: ["hub:guests:read"] }
      assert.strictEqual((yield* get).status, 200)
      assert.strictEqual(resultOf(yield* start), "permission_denied")
      change = { status: "deactivated" }
      assert.deepStrictEqual(statusAndCode(yield* get), [403, "operator_not_allowed"])
      change = { organizationId: null }
      assert.deepStrictEqual(statusAndCode(yield* get), [403, "operator_not_allowed"])
      change = {}
      assert.isObject(resultOf(yield* start))
    })
  )

  it.effect("INT-010, INT-031: teams, and what happens to workspace and organization, apply to the token at once", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read", { subject: operatorSubject("team") })
      const get = callTool(headers, "get_task", { taskId: actionId("teamNight1") })
      assert.strictEqual(Service.at(resultOf(yield* get), "id"), actionId("teamNight1"))
      teams = []
      assert.strictEqual(resultOf(yield* get), "not_found")
      teams = undefined
      workspaceChange = { status: "archived" }
      assert.deepStrictEqual(statusAndCode(yield* get), [404, "not_found"])
      workspaceChange = {}
      organizationChange = { status: "suspended" }
      assert.deepStrictEqual(statusAndCode(yield* get), [403, "organization_mismatch"])
      organizationChange = {}
      assert.strictEqual(Service.at(resultOf(yield* get), "id"), actionId("teamNight1"))
    })
  )

  it.effect("INT-034, A-153: a clientRequestId is the operator's, through whichever host it comes", () =>
    Effect.gen(function* () {
      const clientRequestId = crypto.randomUUID()
      const start = (headers: { readonly authorization: string }) =>
        Effect.map(callTool(headers, "start_task", { title: "A task", clientRequestId }), resultOf)
      const first = yield* start(yield* host("AT_write"))
      assert.isString(Service.at(first, "action.id"))
      assert.deepStrictEqual(yield* start(yield* host("AT_write", { clientId: anotherHost })), first)
    })
  )

  it.effect("INT-025: a host that is taken off the allowlist is refused from its next request on", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      assert.strictEqual((yield* request(headers, "ping")).status, 200)
      isAllowed = false
      assert.deepStrictEqual(statusAndCode(yield* request(headers, "ping")), [403, "client_not_allowed"])
      isAllowed = true
      assert.strictEqual((yield* request(headers, "ping")).status, 200)
    })
  )
})

layer(Service.layer({ environment: { HUB_LIMIT_ASSISTANT: "3" } }))("limits of assistants", (it) => {
  it.effect("GEN-011, A-87: the tokens of one operator share a limit that answers report", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      for (const remaining of ["2", "1", "0"]) {
        const answer = yield* request(headers, "ping")
        assert.deepStrictEqual([answer.status, answer.headers.get("x-ratelimit-remaining")], [200, remaining])
      }
      const refused = yield* request(yield* host("AT_write"), "ping")
      assert.deepStrictEqual(statusAndCode(refused), [429, "rate_limited"])
      assert.isAtLeast(Number(refused.headers.get("retry-after")), 1)
      const other = yield* host("AT_read", { subject: operatorSubject("read") })
      assert.strictEqual((yield* request(other, "ping")).status, 200)
    })
  )
})

const logs = captureLogs("Debug")

layer(Service.layer().pipe(Layer.provide(logs.layer)))("logs of assistants", (it) => {
  it.effect("DOMAIN 1: name the route, but no token, argument or id", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_write")
      const title = "a title that nobody logs"
      const clientRequestId = "a-key-that-nobody-logs"
      logs.clear()
      const started = resultOf(yield* callTool(headers, "start_task", { title, clientRequestId }))
      yield* callTool(headers, "start_task", { title })
      yield* request({ authorization: "Bearer a-token-that-nobody-logs" }, "ping")
      const text = logs
        .lines()
        .map((line) => line.text)
        .join("\n")
      assert.include(text, '"route":"/api/operator-mcp"')
      const [, claims = "", signature = ""] = String(headers.authorization).split(".")
      for (const secret of [
        title,
        clientRequestId,
        claims,
        signature,
        "a-token-that-nobody-logs",
        String(Service.at(started, "action.id")),
        assistantClientIds.allowed,
        "organizationId"
      ]) {
        assert.notInclude(text, secret)
      }
    })
  )
})

describe("the core API", () => {
  it.live("INT-029: never receives an assistant's token", () =>
    Effect.gen(function* () {
      const core = yield* CoreApiStub.serve(() => Effect.succeed(CoreApiStub.json(200, { items: [], next: null })))
      const environment = { CORE_API_URL: core.url.href, CORE_API_KEY: "key-of-the-core-api" }
      yield* Effect.gen(function* () {
        const headers = yield* host("AT_write")
        for (const name of ["get_workspace", "list_tasks", "list_conversations", "list_changes"]) {
          assert.strictEqual((yield* callTool(headers, name)).status, 200, name)
        }
        const started = yield* callTool(headers, "start_task", { title: "A task", clientRequestId: "request-0001" })
        assert.isObject(resultOf(started))
        // Shows that the stub records the service's calls.
        const { call } = yield* Service.Service
        yield* call("GET", "/api/external/v1/brands", { headers: keyHeader("KH_all") })
        assert.isNotEmpty(core.asked)
        for (const { authorization } of core.asked) assert.strictEqual(authorization, "Bearer key-of-the-core-api")
      }).pipe(Effect.provide(Service.layer({ environment })))
    }).pipe(Effect.scoped)
  )
})
