import { Option, Schema } from "effect"
import { Argument } from "effect/cli"
import { AssistantClientId } from "../../domain/assistants/AssistantClient.ts"

const decode = Schema.decodeOption(AssistantClientId)

/** The `client_id` of a host. */
export const clientArgument = Argument.String("client-id").pipe(
  Argument.withDescription("Its `client_id` at the authorization server, compared byte by byte"),
  Argument.filter(
    (text) => Option.isSome(decode(text)),
    () => "Expected 1 to 255 characters without control characters"
  )
)
