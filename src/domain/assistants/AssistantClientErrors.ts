import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** No assistant host is registered under this client id. */
export class AssistantClientMissing extends Schema.TaggedError<AssistantClientMissing>()("AssistantClientMissing", {
  clientId: Schema.String
}) {
  static readonly failure: Failure = {
    kind: "missing",
    code: "assistant_client_missing",
    title: "No such assistant host"
  }
  override get message() {
    return `No assistant host is registered as ${this.clientId}`
  }
}
