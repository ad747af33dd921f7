import { Cause, type Duration, Effect, Exit, Option, Schedule, type Scope, Stream } from "effect"
import { HttpClientError } from "effect/http"
import { CircuitBreaker } from "effect/persistence"
import { transientFailure, UpstreamFailure, failureOfClient } from "./UpstreamFailure.ts"

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
  /** The failure after all attempts have failed; the reason is logged. */
  readonly whenFailed: () => Failed
}

const retries = 2

/** Whether a call counts as a success of the other system: any answer shows that it is alive. */
const health = <A, E>(exit: Exit.Exit<A, E>) => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return error === undefined || (error instanceof UpstreamFailure && !error.answered)
    ? CircuitBreaker.failure()
    : CircuitBreaker.success
}

const toUpstreamFailure = <E>(error: E | HttpClientError.HttpClientError): E | UpstreamFailure =>
  HttpClientError.isHttpClientError(error) ? failureOfClient(error) : error

/**
 * Calls another system with idempotent requests: every attempt has a timeout, transient failures are retried after a
 * jittered pause within one deadline, and five transient failures in a row open the circuit for 10 s. Times follow the
 * Clock.
 */
export const makeUpstream = Effect.fnUntraced(function* <Closed, Failed>(options: UpstreamOptions<Closed, Failed>) {
  const { deadline, name, timeout, whenOpen, whenFailed } = options
  const backoff = Schedule.jittered(Schedule.exponential(options.pause))
  const breaker = yield* CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(5), openDuration: "10 seconds" })
  yield* breaker.transitions.pipe(
    Stream.runForEach(({ from, to }) => Effect.logWarning(`${name} circuit: ${from} -> ${to}`)),
    Effect.forkScoped({ startImmediately: true })
  )

  const failWith = <E>(
    error: E | UpstreamFailure | CircuitBreaker.CircuitBreakerError
  ): Effect.Effect<never, E | Closed | Failed> => {
    if (error instanceof CircuitBreaker.CircuitBreakerError) return Effect.fail(whenOpen())
    if (!(error instanceof UpstreamFailure)) return Effect.fail(error)
    const line = Effect.annotateLogs(Effect.logWarning(`${name} failed`), { reason: error.reason })
    return Effect.andThen(line, Effect.fail(whenFailed()))
  }

  return <A, E>(
    attempt: Effect.Effect<A, E | UpstreamFailure | HttpClientError.HttpClientError, Scope.Scope>
  ): Effect.Effect<A, E | Closed | Failed> =>
    attempt.pipe(
      Effect.scoped,
      Effect.mapError(toUpstreamFailure),
      Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(transientFailure("timeout")) }),
      Effect.retry({ schedule: backoff, times: retries, while: (e) => e instanceof UpstreamFailure && e.transient }),
      Effect.timeoutOrElse({ duration: deadline, orElse: () => Effect.fail(transientFailure("timeout of all tries")) }),
      breaker.execute({ key: name, classify: health }),
      Effect.catch((error) => failWith<E>(error))
    )
})
