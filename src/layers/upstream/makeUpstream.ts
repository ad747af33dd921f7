import { Cause, type Duration, Effect, Exit, Option, Schedule, type Scope, Stream } from "effect"
import { HttpClientError } from "effect/http"
import { CircuitBreaker } from "effect/persistence"
import { silent, Trouble, troubleOfClient } from "./Trouble.ts"

export interface UpstreamOptions<Closed, Failed> {
  /** The name in logs. */
  readonly name: string
  /** Timeout of one attempt, connecting and reading included. */
  readonly timeout: Duration.Input
  /** Timeout of one call with all its attempts. */
  readonly deadline: Duration.Input
  /** The first pause between attempts; each is about twice the previous one. */
  readonly pause: Duration.Input
  /** The failure while the circuit is open. */
  readonly whenOpen: () => Closed
  /** The failure when all attempts failed, which is logged with its reason. */
  readonly whenTroubled: () => Failed
}

const retries = 2

/** Whether a call counts as a success of the other system: any answer shows that it is alive. */
const health = <A, E>(exit: Exit.Exit<A, E>) => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return error === undefined || (error instanceof Trouble && !error.answered)
    ? CircuitBreaker.failure()
    : CircuitBreaker.success
}

const told = <E>(error: E | HttpClientError.HttpClientError): E | Trouble =>
  HttpClientError.isHttpClientError(error) ? troubleOfClient(error) : error

/**
 * Calls another system with idempotent requests: every attempt has a timeout, transient failures are retried after a
 * jittered pause within one deadline, and five unanswered calls in a row open the circuit for 10 s. Times follow the
 * Clock.
 */
export const makeUpstream = Effect.fnUntraced(function* <Closed, Failed>(options: UpstreamOptions<Closed, Failed>) {
  const { deadline, name, timeout, whenOpen, whenTroubled } = options
  const backoff = Schedule.jittered(Schedule.exponential(options.pause))
  const breaker = yield* CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(5), openDuration: "10 seconds" })
  yield* breaker.transitions.pipe(
    Stream.runForEach(({ from, to }) => Effect.logWarning(`${name} circuit: ${from} -> ${to}`)),
    Effect.forkScoped({ startImmediately: true })
  )

  const given = <E>(
    error: E | Trouble | CircuitBreaker.CircuitBreakerError
  ): Effect.Effect<never, E | Closed | Failed> => {
    if (error instanceof CircuitBreaker.CircuitBreakerError) return Effect.fail(whenOpen())
    if (!(error instanceof Trouble)) return Effect.fail(error)
    const line = Effect.annotateLogs(Effect.logWarning(`${name} failed`), { reason: error.reason })
    return Effect.andThen(line, Effect.fail(whenTroubled()))
  }

  return <A, E>(
    attempt: Effect.Effect<A, E | Trouble | HttpClientError.HttpClientError, Scope.Scope>
  ): Effect.Effect<A, E | Closed | Failed> =>
    attempt.pipe(
      Effect.scoped,
      Effect.mapError(told),
      Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(silent("timeout")) }),
      Effect.retry({ schedule: backoff, times: retries, while: (e) => e instanceof Trouble && e.transient }),
      Effect.timeoutOrElse({ duration: deadline, orElse: () => Effect.fail(silent("timeout of all tries")) }),
      breaker.execute({ key: name, classify: health }),
      Effect.catch((error) => given<E>(error))
    )
})
