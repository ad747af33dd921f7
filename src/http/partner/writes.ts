import { Context, Predicate } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { requires } from "../surface/permission.ts"

const replayHeader = {
  "X-Idempotent-Replay": {
    description: "Present when the answer is that of an earlier request with the same Idempotency-Key",
    schema: { type: "string", enum: ["true"] }
  }
}

const withReplayHeader = (response: unknown): unknown =>
  Predicate.isObject(response)
    ? {
        ...response,
        headers: { ...Object(Predicate.hasProperty(response, "headers") ? response.headers : {}), ...replayHeader }
      }
    : response

/**
 * Annotation of every write: callers hold `scopes`, a body has no field that is not declared (GEN-008), and the document
 * tells a replay from a first answer (PAR-117).
 */
export const writes = (...scopes: ReadonlyArray<string>) =>
  Context.mergeAll(
    requires(...scopes),
    Context.make(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" }),
    OpenApi.annotations({
      transform: ({ responses, ...operation }) => ({
        ...operation,
        responses: Object.fromEntries(
          Object.entries(Object(responses)).map(([status, response]) => [
            status,
            status.startsWith("2") || status === "409" ? withReplayHeader(response) : response
          ])
        )
      })
    })
  )
