import {
  createMcpHandler,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isLegacyRequest,
  isSpecType,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"
import { Predicate } from "effect"
import packageJson from "../../../package.json" with { type: "json" }
import type {
  ProtocolResponse,
  ProtocolMessage,
  ToolResult,
  ToolDeclaration
} from "../../domain/assistants/AssistantProtocol.ts"

/** Runs a tool; undefined if there is no tool of this name. */
export type RunTool = (name: string, args: unknown) => Promise<ToolResult | undefined>

/** The supported protocol revisions, preferred one first. */
const revisions = ["2026-07-28", "2025-11-25", "2025-06-18"]

/** Read by the assistant before it chooses a tool. */
const instructions =
  "Tasks, guest conversations and comments of one hotel workspace, on behalf of one operator. Every tool needs " +
  "organizationId and scopeId: those of this server's address. Pages are small: follow nextCursor for more. A failed tool " +
  "says why in `error.code`; after version_conflict read the task again."

/** The arguments of a call as they were sent: the SDK drops one named `__proto__`. */
const argumentsOf = (body: unknown) =>
  Predicate.isObject(body) && Predicate.isObject(body["params"]) ? body["params"]["arguments"] : undefined

const serverOf = (tools: ReadonlyArray<ToolDeclaration>, run: RunTool, body: unknown) => {
  const server = new Server(
    { name: "hospitality-hub", title: "Hospitality hub", version: packageJson.version },
    { capabilities: { tools: {} }, supportedProtocolVersions: revisions, instructions }
  )
  server.setRequestHandler("tools/list", () => ({
    tools: tools.map(({ inputSchema, outputSchema, ...tool }) => ({
      ...tool,
      inputSchema: { ...inputSchema, type: "object" },
      outputSchema: { ...outputSchema, type: "object" }
    }))
  }))
  server.setRequestHandler("tools/call", async ({ params }) => {
    const answer = await run(params.name, argumentsOf(body) ?? {})
    if (answer === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    const content = answer._tag === "result" ? answer.content : { error: answer.error }
    return {
      content: [{ type: "text", text: JSON.stringify(content) }],
      // Clients validate structured content against the schema of the result, which an error does not match.
      ...(answer._tag === "result" ? { structuredContent: { ...content } } : { isError: true })
    }
  })
  return server
}

const passed = ["mcp-protocol-version", "mcp-method", "mcp-name"]

/** The request for the SDK, without the credentials, which were checked already, and with a fixed `Accept`. */
const requestOf = ({ body, headers }: ProtocolMessage) => {
  const all = new Headers({ "content-type": "application/json", accept: "application/json, text/event-stream" })
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && (passed.includes(name) || name.startsWith("mcp-param-"))) all.set(name, value)
  }
  return new Request("http://hub.internal/", { method: "POST", headers: all, body: JSON.stringify(body) })
}

/** Answers in a revision with a handshake. There are no sessions, so every message gets a server of its own. */
const answerLegacy = async (request: Request, body: unknown, server: Server) => {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
    keepAliveMs: 0
  })
  await server.connect(transport)
  return transport.handleRequest(request, { parsedBody: body })
}

const refusal = (status: number, id: unknown, code: ProtocolErrorCode, message: string): ProtocolResponse => ({
  status,
  body: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })
})

/** Methods whose invalid parameters the SDK reports as an internal error. */
const takes = new Map<string, (request: unknown) => boolean>([
  ["initialize", isSpecType.InitializeRequest],
  ["tools/list", isSpecType.ListToolsRequest]
])

const isInternalError = (text: string) => {
  const answer: unknown = text === "" ? undefined : JSON.parse(text)
  return isJSONRPCErrorResponse(answer) && answer.error.code === ProtocolErrorCode.InternalError
}

/** The SDK's answer, which distinguishes invalid parameters from an internal error (JSON-RPC 2.0 section 5.1). */
const corrected = (body: unknown, status: number, text: string): ProtocolResponse =>
  isJSONRPCRequest(body) && takes.get(body.method)?.(body) === false && isInternalError(text)
    ? refusal(200, body.id, ProtocolErrorCode.InvalidParams, `Invalid parameters of ${body.method}`)
    : { status, body: text === "" ? undefined : text }

/** Rejects what the SDK would serve but this endpoint does not: batches and streams (GEN-011, INT-032). */
const refused = (body: unknown): ProtocolResponse | undefined => {
  if (Array.isArray(body)) {
    return refusal(400, null, ProtocolErrorCode.InvalidRequest, "Batches are not supported: send one message")
  }
  return Predicate.isObject(body) && body["method"] === "subscriptions/listen"
    ? refusal(404, body["id"] ?? null, ProtocolErrorCode.MethodNotFound, "Method not found")
    : undefined
}

/** Answers one message with the SDK, in the protocol revision of the message. */
export const exchangeMessage = async (
  message: ProtocolMessage,
  tools: ReadonlyArray<ToolDeclaration>,
  run: RunTool
): Promise<ProtocolResponse> => {
  const refusedAs = refused(message.body)
  if (refusedAs !== undefined) return refusedAs
  const request = requestOf(message)
  const server = serverOf(tools, run, message.body)
  try {
    const response = (await isLegacyRequest(request, message.body))
      ? await answerLegacy(request, message.body, server)
      : await createMcpHandler(() => server, { legacy: "reject", keepAliveMs: 0 }).fetch(request, {
          parsedBody: message.body
        })
    return corrected(message.body, response.status, await response.text())
  } finally {
    await server.close()
  }
}
