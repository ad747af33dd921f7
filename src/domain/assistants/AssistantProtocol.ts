import { Context, type Effect } from "effect"

/** A tool as assistants see it; the schemas are JSON Schemas of objects. */
export interface ToolDeclaration {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema: Readonly<Record<string, unknown>>
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** The outcome of a tool call: its result, or an error, which is a regular response too. */
export type ToolResult =
  | { readonly _tag: "result"; readonly content: Readonly<Record<string, unknown>> }
  | { readonly _tag: "error"; readonly error: Readonly<Record<string, unknown>> }

/** The tools of one request. */
export interface ServedTools<E, R> {
  /** The tools that `tools/list` names. */
  readonly listed: ReadonlyArray<ToolDeclaration>
  /** Undefined if there is no tool of this name. */
  readonly call: (name: string, args: unknown) => Effect.Effect<ToolResult, E, R> | undefined
}

/** One JSON-RPC message with the headers of its request, names in lower case. */
export interface ProtocolMessage {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** The response to a message; without a body if the message was a notification. */
export interface ProtocolResponse {
  readonly status: number
  readonly body: string | undefined
}

/**
 * The Model Context Protocol over streamable HTTP, without sessions: revisions 2025-06-18, 2025-11-25 and 2026-07-28
 * (INT-032). Each message is one exchange with a JSON response. Fails only with the failures of tools.
 */
export class AssistantProtocol extends Context.Service<
  AssistantProtocol,
  {
    readonly exchange: <E, R>(
      message: ProtocolMessage,
      tools: ServedTools<E, R>
    ) => Effect.Effect<ProtocolResponse, E, R>
  }
>()("hub/domain/assistants/AssistantProtocol") {}
