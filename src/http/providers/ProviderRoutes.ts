import { Duration, Effect, Layer } from "effect"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { rawRoutes } from "../surface/rawRoutes.ts"
import { ChatHandlers } from "./ChatHandlers.ts"
import { ProviderApi } from "./ProviderApi.ts"
import { providerFailures } from "./providerFailures.ts"
import { SmsHandlers } from "./SmsHandlers.ts"

/** Chat platforms wait three seconds for a response, including the round trip. */
const acknowledgementDeadline = Duration.millis(2500)

/**
 * Provider callbacks (INT-038 to INT-045). Size, signature, timestamp and repetition are checked before the body is
 * decoded. Work that takes longer than an acknowledgement is left to a job.
 */
export const ProviderRoutes = Layer.unwrap(
  Effect.map(Deployment, ({ bodyLimitBytes, limits, requestTimeoutMs }) => {
    const rules = {
      envelope: providerFailures,
      address: limits.providers,
      bodyLimitBytes,
      deadline: Duration.min(acknowledgementDeadline, Duration.millis(requestTimeoutMs))
    }
    return Layer.merge(
      rawRoutes(rules, ProviderApi, "chat", ChatHandlers),
      rawRoutes(rules, ProviderApi, "sms", SmsHandlers)
    )
  })
)
