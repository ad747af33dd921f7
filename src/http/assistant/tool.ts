import { Effect, Result, Schema } from "effect"
import type { ToolResult } from "../../domain/assistants/AssistantProtocol.ts"
import { AssistantCaller } from "../../domain/assistants/AssistantCaller.ts"
import { AssistantScopeMissing } from "../../domain/assistants/AssistantErrors.ts"
import { assistantScopes } from "../../domain/assistants/assistantScopes.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { type FailureInstance, failureFacts, failureOf } from "../../domain/shared/Failure.ts"
import { issuesOf } from "../surface/requestIssues.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"
import { strictParsing } from "../surface/strictBody.ts"
import { inputSchema, outputSchema } from "./toolSchema.ts"

const [, writeScope] = assistantScopes

/**
 * The arguments that every tool requires, to be spread into its input: they repeat those of the server URL (INT-028).
 */
export const place = {
  organizationId: Selector.annotateKey({
    description: "Organization: exactly the organizationId in this server's URL"
  }),
  scopeId: Selector.annotateKey({ description: "Workspace: exactly the scopeId in this server's URL" })
}

/** A failure as a tool result: code, message and details. */
const errorOf = (error: FailureInstance): ToolResult => ({
  _tag: "error",
  error: {
    code: failureOf(error)?.code ?? "internal_error",
    message: error.message,
    details: failureFacts(error),
    errors: error.issues
  }
})

const mismatch = (field: "organizationId" | "scopeId") =>
  new RequestInvalid({ issues: [{ field, in: "body", message: "must be the one in this server's URL" }] })

/**
 * Makes a tool from an operation. Unknown arguments are refused, before the token's scope is checked (REQUIREMENTS
 * 0.3). Failures of the operation are tool results; a token without the write scope is refused at the HTTP level
 * (INT-027).
 */
export const tool = <
  Input extends { readonly organizationId: string; readonly scopeId: string },
  Output extends Schema.Codec<unknown, Readonly<Record<string, unknown>>>,
  E extends FailureInstance,
  R
>(
  name: string,
  definition: {
    readonly title: string
    readonly description: string
    readonly access: "read" | "write"
    /** Whether its effect cannot be undone. */
    readonly isDestructive?: boolean
    readonly input: Schema.Codec<Input, unknown>
    readonly output: Output
    readonly run: (args: Input) => Effect.Effect<Output["Type"], E, R>
  }
) => {
  const decode = Schema.decodeUnknownResult(definition.input, strictParsing)
  const encode = Schema.encodeEffect(definition.output)
  const span = Effect.withSpan(name)

  const call = Effect.fnUntraced(function* (args: unknown) {
    const decoded = decode(args)
    if (Result.isFailure(decoded)) {
      return errorOf(new RequestInvalid(issuesOf({ cause: decoded.failure }, "body")))
    }
    const caller = yield* AssistantCaller
    const { organizationId, scopeId } = decoded.success
    if (organizationId !== caller.organizationId) return errorOf(mismatch("organizationId"))
    if (scopeId !== caller.scopeId) return errorOf(mismatch("scopeId"))
    if (definition.access === "write" && !caller.scopes.has(writeScope)) {
      return yield* AssistantScopeMissing.of(writeScope)
    }
    return yield* definition.run(decoded.success).pipe(
      Effect.flatMap((output) => Effect.orDie(encode(output))),
      Effect.map((content): ToolResult => ({ _tag: "result", content })),
      Effect.catch((error) => Effect.succeed(errorOf(error)))
    )
  })

  return {
    access: definition.access,
    declaration: {
      name,
      title: definition.title,
      description: definition.description,
      inputSchema: inputSchema(definition.input),
      outputSchema: outputSchema(definition.output),
      annotations: {
        readOnlyHint: definition.access === "read",
        destructiveHint: definition.isDestructive === true,
        // Writes run once per clientRequestId.
        idempotentHint: true,
        openWorldHint: false
      }
    },
    call: (args: unknown) => span(call(args))
  }
}
