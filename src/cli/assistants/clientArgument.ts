import { Option, Schema } from "effect"
import { Argument } from "effect/cli"
import { AssistantClientId } from "../../domain/assistants/AssistantClient.ts"

const decode = Schema.decodeOption(AssistantClientId)

/** The `client_id` of an assistant host. */
export const clientArgument = Argument.String("client-id").pipe(
  Argument.withDescription("`client_id` of the host at the authorization server; must match exactly"),
  Argument.filter(
    (text) => Option.isSome(decode(text)),
    () => "Expected 1 to 255 characters without control characters"
  )
)
