import { Effect, Result, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { queryOf } from "../surface/queryOf.ts"
import { issuesOf } from "../surface/requestIssues.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"

/** The query parameters of the server URL. A repeated parameter does not decode; others are ignored (GEN-008). */
const Address = Schema.Struct({ organizationId: Selector, scopeId: Selector })

const decode = Schema.decodeUnknownResult(Address, { errors: "all" })

/** The organization and workspace in the server URL; they only select and grant nothing (INT-017). */
export const addressOf = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.suspend(() => {
    const query = queryOf(request)
    const values = Object.fromEntries(
      Object.keys(Address.fields).flatMap((name) => {
        const all = query.getAll(name)
        return all.length === 0 ? [] : [[name, all.length === 1 ? all[0] : all]]
      })
    )
    const decoded = decode(values)
    return Result.isSuccess(decoded)
      ? Effect.succeed(decoded.success)
      : Effect.fail(new RequestInvalid(issuesOf({ cause: decoded.failure }, "query")))
  })
