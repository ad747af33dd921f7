import { Effect, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { SessionMissing } from "../../domain/operators/OperatorErrors.ts"
import { signIn } from "../../domain/operators/signIn.ts"
import { signOut } from "../../domain/operators/signOut.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { handlersOf } from "../surface/handlers.ts"
import { OperatorApi } from "./OperatorApi.ts"
import { endedCookie, sessionCookie, sessionIdOf } from "./sessionCookie.ts"
import { SigningIn } from "./SignInAccess.ts"

const withCookie = (cookie: string) => HttpApiSchema.withHeaders({ body: undefined, headers: { "set-cookie": cookie } })

export const SessionHandlers = handlersOf(
  OperatorApi,
  "session"
)({
  signInOperator: Effect.fnUntraced(function* () {
    const { environment } = yield* Deployment
    const id = yield* signIn(yield* SigningIn)
    return withCookie(sessionCookie(Redacted.value(id), environment))
  }),
  signOutOperator: Effect.fnUntraced(function* () {
    const { environment } = yield* Deployment
    const id = sessionIdOf(yield* HttpServerRequest.HttpServerRequest, environment)
    if (id === undefined) return yield* new SessionMissing()
    yield* signOut(id)
    return withCookie(endedCookie(environment))
  })
})
