import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

/**
 * The one endpoint of the surface: a JSON-RPC message in, a JSON-RPC response out (INT-017, INT-032). It has no document:
 * its protocol describes itself, and its tools by `tools/list`.
 */
export const AssistantApi = HttpApi.make("assistant").add(
  HttpApiGroup.make("assistant").add(
    HttpApiEndpoint.post("exchangeMessage", "/api/operator-mcp", { payload: Schema.Json, success: Schema.Json })
  )
)
