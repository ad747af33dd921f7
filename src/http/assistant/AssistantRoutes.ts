import { Context, Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AssistantCaller } from "../../domain/assistants/AssistantCaller.ts"
import { AssistantProtocol } from "../../domain/assistants/AssistantProtocol.ts"
import { identifyAssistant } from "../../domain/assistants/identifyAssistant.ts"
import { type PlacedAssistant, placeAssistant } from "../../domain/assistants/placeAssistant.ts"
import { OperatorCaller } from "../../domain/operators/OperatorCaller.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { declaredOf } from "../surface/Declared.ts"
import { guard } from "../surface/guard.ts"
import { headerOf } from "../surface/headerOf.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { BodyMalformed, RequestInvalid } from "../surface/transportFailures.ts"
import { AssistantApi } from "./AssistantApi.ts"
import { addressOf } from "./addressOf.ts"
import { failuresFor } from "./assistantFailures.ts"
import { servedTools } from "./servedTools.ts"

/** Resolves the assistant, its operator and the workspace, in the order of REQUIREMENTS 0.3. */
const authenticate = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const identity = yield* identifyAssistant({
    authorization: headerOf(request, "authorization"),
    origin: headerOf(request, "origin")
  })
  return yield* placeAssistant(identity, yield* addressOf(request))
})

/** Handles one message in the protocol revision that it uses (INT-032). */
const exchange = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { body } = yield* RequestFacts
  if (body === undefined) return yield* new BodyMalformed({ reason: "The body is empty" })
  const caller = yield* AssistantCaller
  const protocol = yield* AssistantProtocol
  const reply = yield* protocol.exchange({ headers, body }, servedTools(caller))
  return reply.body === undefined
    ? HttpServerResponse.empty({ status: reply.status })
    : HttpServerResponse.text(reply.body, { status: reply.status, contentType: "application/json" })
})

type Provided = AssistantCaller | OperatorCaller

type Needed = Exclude<Effect.Services<typeof exchange>, Provided | HttpServerRequest.HttpServerRequest>

/** The Model Context Protocol endpoint for assistant hosts (INT-017 to INT-034). */
export const AssistantRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const { assistant } = deployment.limits

    const guarded = guard<
      PlacedAssistant,
      Provided,
      Effect.Services<ReturnType<typeof authenticate>>,
      Needed | HttpServerRequest.HttpServerRequest,
      Effect.Error<typeof exchange>
    >({
      envelope: failuresFor(deployment.assistant?.resource),
      limits,
      deployment,
      authenticate: (request, _endpoint, proceed) => Effect.flatMap(authenticate(request), proceed),
      uses: ({ assistant: { clientId }, caller }) => [
        { policy: assistant, subject: `${caller.operator.id} ${clientId}` }
      ],
      admit: () => undefined,
      provide: (context, { assistant, caller }) =>
        context.pipe(Context.add(AssistantCaller, assistant), Context.add(OperatorCaller, caller)),
      invalid: (_part, issues) => new RequestInvalid(issues)
    })

    for (const { endpoint, group } of declaredOf(AssistantApi)) {
      const respond = guarded(exchange, { endpoint, group })
      // Uninterruptible, so that a disconnecting host does not leave a command half done.
      yield* router.addAll([
        HttpRouter.route(endpoint.method, `/${endpoint.path.slice(1)}`, respond, { uninterruptible: true })
      ])
    }
  })
)
