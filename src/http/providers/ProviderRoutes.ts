import { Duration, Effect, Layer } from "effect"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { rawRoutes } from "../surface/rawRoutes.ts"
import { ChatHandlers } from "./ChatHandlers.ts"
import { ProviderApi } from "./ProviderApi.ts"
import { providerFailures } from "./providerFailures.ts"
import { SmsHandlers } from "./SmsHandlers.ts"

/** Chat platforms wait three seconds for an answer, the way to us and back included. */
const longestAcknowledging = Duration.millis(2500)

/**
 * Callbacks of providers (INT-038 to INT-045): size, signature, time and repetition are judged before the body is read.
 * Whatever takes longer than an acknowledgement is left to a job.
 */
export const ProviderRoutes = Layer.unwrap(
  Effect.map(Deployment, ({ bodyLimitBytes, limits, requestTimeoutMs }) => {
    const rules = {
      envelope: providerFailures,
      address: limits.providers,
      bodyLimitBytes,
      deadline: Duration.min(longestAcknowledging, Duration.millis(requestTimeoutMs))
    }
    return Layer.merge(
      rawRoutes(rules, ProviderApi, "chat", ChatHandlers),
      rawRoutes(rules, ProviderApi, "sms", SmsHandlers)
    )
  })
)
