import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import {
  Cause,
  Data,
  type Duration,
  Effect,
  Exit,
  Layer,
  Option,
  Predicate,
  type Redacted,
  Schedule,
  Schema,
  SchemaIssue,
  Stream
} from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest } from "effect/http"
import { CircuitBreaker } from "effect/persistence"
import { BrandPage } from "../../domain/brands/Brand.ts"
import { CoreNotReady, CorePositionUnknown, CoreUnavailable } from "../../domain/brands/BrandErrors.ts"
import { type BrandsQuery, CoreApi } from "../../domain/brands/CoreApi.ts"
import { withFault } from "./withFault.ts"

export interface CoreApiHttpOptions {
  /** Base address; `/organizations/{xid}/brands` is appended to its path. */
  readonly url: URL
  /** The hub's own key for the core: a caller's credential is never passed on. */
  readonly key: Redacted.Redacted
  /** Bound of one try, connecting and reading included. */
  readonly timeout: Duration.Input
}

/** Bound of one call with all its tries: HUB-022 allows 5 s for the whole request. */
const deadline = "4500 millis"
const retries = 2
const backoff = Schedule.jittered(Schedule.exponential("100 millis"))
const maxResponseBytes = 8 * 1024 * 1024
const circuit = "core"

/**
 * Why a try failed, for the log and for the two decisions it takes: `transient` tries are repeated, and a core
 * that `answered` is alive, so that one organization it refuses does not open the circuit for the others.
 */
class Trouble extends Data.TaggedError("Trouble")<{
  readonly reason: string
  readonly transient: boolean
  readonly answered: boolean
}> {}

const silent = (reason: string) => new Trouble({ reason, transient: true, answered: false })

const codeOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : "no code"

const broken = (error: HttpClientError.HttpClientError) => {
  const code = codeOf(error.cause)
  return code === "UND_ERR_RES_EXCEEDED_MAX_SIZE"
    ? new Trouble({ reason: "answer too large", transient: false, answered: true })
    : silent(`${error.reason._tag}: ${code}`)
}

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))
const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(BrandPage))
const isPositionUnknown = Schema.is(Schema.Struct({ code: Schema.Literal("position_unknown") }))
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The places that do not fit, without the values found there. */
const misfit = (error: Schema.SchemaError) => {
  const places = issuesOf(error.issue).issues.map((issue) => (issue.path ?? []).map(String).join("."))
  return new Trouble({ reason: `wrong shape at ${places.join(", ")}`, transient: false, answered: true })
}

/** What a call says about the core: anything it answered in HTTP and JSON shows that it is there. */
const health = <A>(exit: Exit.Exit<A, Trouble | CorePositionUnknown>) => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const error = Cause.findErrorOption(exit.cause)
  return Option.isSome(error) && (error.value._tag === "CorePositionUnknown" || error.value.answered)
    ? CircuitBreaker.success
    : CircuitBreaker.failure()
}

/** The core over HTTP, on the given client. Times and backoff follow the Clock. */
export const makeCoreApiHttp = Effect.fnUntraced(function* ({ key, timeout, url }: CoreApiHttpOptions) {
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)
  const breaker = yield* CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(5), openDuration: "10 seconds" })
  yield* breaker.transitions.pipe(
    Stream.runForEach(({ from, to }) => Effect.logWarning(`core API circuit: ${from} -> ${to}`)),
    Effect.forkScoped({ startImmediately: true })
  )
  const base = HttpClientRequest.get(url).pipe(HttpClientRequest.bearerToken(key), HttpClientRequest.acceptJson)

  const ask = Effect.fnUntraced(
    function* ({ after, limit, organization }: BrandsQuery) {
      const response = yield* base.pipe(
        HttpClientRequest.appendUrl(`organizations/${encodeURIComponent(organization.xid)}/brands`),
        HttpClientRequest.setUrlParams({ limit, after }),
        client.execute
      )
      const { status } = response
      if (status >= 500) return yield* silent(`status ${status}`)
      if (status !== 200 && (status !== 400 || after === undefined)) {
        return yield* new Trouble({ reason: `status ${status}`, transient: false, answered: status !== 429 })
      }
      const body = yield* Effect.mapError(Effect.flatMap(response.text, decodeJson), (error) =>
        error._tag === "SchemaError" ? new Trouble({ reason: "not JSON", transient: false, answered: false }) : error
      )
      if (status === 400) {
        return yield* isPositionUnknown(body)
          ? new CorePositionUnknown()
          : new Trouble({ reason: "status 400", transient: false, answered: true })
      }
      const page = yield* Effect.mapError(decodePage(body), misfit)
      if (page.items.length > limit) {
        return yield* new Trouble({ reason: "more brands than asked for", transient: false, answered: true })
      }
      return page
    },
    Effect.scoped,
    Effect.catchTag("HttpClientError", (error) => Effect.fail(broken(error))),
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(silent("timeout")) })
  )

  return CoreApi.of({
    listBrands: Effect.fn("CoreApi.listBrands")((query: BrandsQuery) =>
      ask(query).pipe(
        Effect.retry({ schedule: backoff, times: retries, while: (e) => e._tag === "Trouble" && e.transient }),
        Effect.timeoutOrElse({ duration: deadline, orElse: () => Effect.fail(silent("timeout of all tries")) }),
        breaker.execute({ key: circuit, classify: health }),
        Effect.catchTags({
          CircuitBreakerError: () => Effect.fail(new CoreNotReady()),
          Trouble: ({ reason }) =>
            Effect.logWarning("core API failed").pipe(
              Effect.annotateLogs({ reason }),
              Effect.andThen(Effect.fail(new CoreUnavailable()))
            )
        })
      )
    )
  })
})

/** The core over HTTP, on a client of its own that keeps its connections (HUB-022). */
export const layerHttp = (options: CoreApiHttpOptions): Layer.Layer<CoreApi> =>
  withFault(Layer.effect(CoreApi, makeCoreApiHttp(options))).pipe(
    Layer.provide(CircuitBreaker.layerStoreMemory()),
    Layer.provide(NodeHttpClient.layerUndiciOptions({ connections: 64, maxResponseSize: maxResponseBytes }))
  )
