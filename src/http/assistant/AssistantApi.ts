import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

/**
 * The only endpoint of the surface, which exchanges JSON-RPC messages (INT-017, INT-032). It has no OpenAPI document:
 * the protocol is self-describing, with tools listed by `tools/list`.
 */
export const AssistantApi = HttpApi.make("assistant").add(
  HttpApiGroup.make("assistant").add(
    HttpApiEndpoint.post("exchangeMessage", "/api/operator-mcp", { payload: Schema.Json, success: Schema.Json })
  )
)
