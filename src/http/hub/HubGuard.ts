import { Context, Effect, Layer } from "effect"
import { Authority } from "../../domain/access/Authority.ts"
import type { Credentials } from "../../domain/access/Credentials.ts"
import { authenticateHub, HubCaller, type HubCallerShape } from "../../domain/access/HubCaller.ts"
import type { IdentityProvider } from "../../domain/access/IdentityProvider.ts"
import { MessagingDisabled } from "../../domain/messaging/MessagingDisabled.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { guard } from "../surface/guard.ts"
import { headerOf } from "../surface/headerOf.ts"
import { isWrite } from "../surface/Verb.ts"
import { HubAccess } from "./HubAccess.ts"
import { problemOfRequest } from "../surface/problemOfRequest.ts"
import { problems } from "./problem.ts"

/** Configures the shared guard for the hub (REQUIREMENTS 0.3). */
export const HubGuard = Layer.effect(
  HubAccess,
  Effect.gen(function* () {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const { hubKey, hubTransition } = deployment.limits

    return guard<HubCallerShape, HubCaller | Authority, Credentials | IdentityProvider>({
      envelope: problems,
      limits,
      deployment,
      authenticate: (request, _endpoint, proceed) =>
        Effect.flatMap(authenticateHub(headerOf(request, "authorization"), deployment.environment), proceed),
      uses: ({ keyId }, endpoint) => {
        const subject = String(keyId)
        const perKey = { policy: hubKey, subject }
        return isWrite(endpoint) ? [perKey, { policy: hubTransition, subject }] : [perKey]
      },
      admit: (_caller, _endpoint, _request, group) =>
        group.identifier === "messaging" && !deployment.messagingEnabled ? new MessagingDisabled() : undefined,
      provide: (context, caller) =>
        context.pipe(Context.add(HubCaller, caller), Context.add(Authority, { permissions: caller.permissions })),
      invalid: problemOfRequest
    })
  })
)
