import { Effect, Result, Schema } from "effect"
import type { ToolAnswer, ToolDeclaration } from "../../domain/assistants/AssistantProtocol.ts"
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

/** The two arguments that every tool needs, to be spread into its own: they repeat those of the address (INT-028). */
export const place = {
  organizationId: Selector.annotateKey({
    description: "The organization: exactly the organizationId of this server's address"
  }),
  scopeId: Selector.annotateKey({ description: "The workspace: exactly the scopeId of this server's address" })
}

/** A tool of the surface; `access` says what the token must have. */
export interface AssistantTool<R> {
  readonly declaration: ToolDeclaration
  readonly access: "read" | "write"
  readonly call: (args: unknown) => Effect.Effect<ToolAnswer, AssistantScopeMissing, R | AssistantCaller>
}

/** A failure as data: our code, what it means, and its facts. */
const errorOf = (error: FailureInstance): ToolAnswer => ({
  _tag: "error",
  error: {
    code: failureOf(error)?.code ?? "internal_error",
    message: error.message,
    details: failureFacts(error),
    errors: error.issues
  }
})

const mismatch = (field: "organizationId" | "scopeId") =>
  new RequestInvalid({ issues: [{ field, in: "body", message: "must be the one of this server's address" }] })

/**
 * A tool over an operation. Arguments are closed, and checked before the token's scope (REQUIREMENTS 0.3). What the
 * operation fails with is an answer; a token without the scope to write is a refusal of HTTP (INT-027).
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
    /** Whether it ends what cannot be begun again. */
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
      Effect.map((content): ToolAnswer => ({ _tag: "result", content })),
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
        // What changes something is done once for each clientRequestId.
        idempotentHint: true,
        openWorldHint: false
      }
    },
    call: (args: unknown) => span(call(args))
  }
}
