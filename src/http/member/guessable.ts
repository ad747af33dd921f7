import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

const Guessable = Context.Reference("hub/http/member/Guessable", { defaultValue: () => false })

/**
 * Annotation: responses reveal whether a guess was right, so the endpoint has an additional, stricter rate limit
 * (MEM-113).
 */
export const guessable = Context.make(Guessable, true)

/** Whether an endpoint is annotated as `guessable`. */
export const isGuessable = (endpoint: HttpApiEndpoint.Top): boolean => Context.get(endpoint.annotations, Guessable)
