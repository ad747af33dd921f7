import { Effect } from "effect"
import { assistantTokens } from "../../src/demo/demoTokens.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import { assistantResource, demoValidity, mintAssistantToken } from "../../src/layers/developmentIssuer.ts"
import { bearer } from "./partner.ts"
import * as Service from "./http/service.ts"

/** The resource of a service with default settings. */
export const resource = assistantResource("http://127.0.0.1:8080")

export type TokenName = keyof typeof assistantTokens
type Claims = Parameters<typeof mintAssistantToken>[0]

/** A token of the demo data, with changes. */
export const tokenOf = (name: TokenName, change: Partial<Claims> = {}) =>
  mintAssistantToken({ ...demoValidity, ...assistantTokens[name], resource, ...change })

/** The headers of an assistant host. */
export const host = (name: TokenName, change: Partial<Claims> = {}) => Effect.map(tokenOf(name, change), bearer)

/** The arguments that every tool takes, for the workspace in the path. */
export const place = { organizationId: organizationXid("A"), scopeId: "ws-a-main" }

export const pathOf = (at: Readonly<Record<string, string>> = place) =>
  `/api/operator-mcp?${new URLSearchParams(at).toString()}`

type Headers = Readonly<Record<string, string>>

/** Sends one message. */
export const post = Effect.fnUntraced(function* (headers: Headers, body: unknown, path = pathOf()) {
  const { call } = yield* Service.Service
  return yield* call("POST", path, { headers: { ...headers }, body })
})

/** Sends one request, in a protocol revision without a header of its own. */
export const request = (headers: Headers, method: string, params?: unknown, path = pathOf()) =>
  post(headers, { jsonrpc: "2.0", id: 7, method, ...(params === undefined ? {} : { params }) }, path)

/** Calls a tool; `args` are added to those that every tool takes. */
export const callTool = (headers: Headers, name: string, args: Readonly<Record<string, unknown>> = {}) =>
  request(headers, "tools/call", { name, arguments: { ...place, ...args } })

/** The outcome of a tool: its result, or the code of its error. */
export const resultOf = (answer: Service.Answer): unknown =>
  answer.at("result.isError") === true
    ? Service.at(JSON.parse(String(answer.at("result.content.0.text"))), "error.code")
    : answer.at("result.structuredContent")

/** Status and code: what hosts branch on. */
export const statusAndCode = (answer: Service.Answer) => [answer.status, answer.at("error.data.code")]

/** Every item of a list, the number of items on each page, and all responses as text. */
export const walk = Effect.fnUntraced(function* (
  headers: Headers,
  name: string,
  args: Readonly<Record<string, unknown>> = {}
) {
  const items: Array<unknown> = []
  const pages: Array<number> = []
  let text = ""
  let before: unknown = undefined
  do {
    const answer = yield* callTool(headers, name, before === undefined ? args : { ...args, before })
    const page = resultOf(answer)
    const found = Service.each(page, "items")
    items.push(...found)
    pages.push(found.length)
    text += answer.text
    before = Service.at(page, "nextCursor") ?? undefined
  } while (before !== undefined)
  return { items, pages, text }
})
