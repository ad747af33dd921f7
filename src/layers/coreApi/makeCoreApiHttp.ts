import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { DateTime, type Duration, Effect, identity, Layer, type Redacted, Schema, SchemaTransformation } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { CircuitBreaker } from "effect/persistence"
import { Brand, BrandPage } from "../../domain/brands/Brand.ts"
import { CoreNotReady, CorePositionUnknown, CoreUnavailable } from "../../domain/brands/BrandErrors.ts"
import { type BrandsQuery, CoreApi } from "../../domain/brands/CoreApi.ts"
import { Instant } from "../../domain/shared/Instant.ts"
import { makeUpstream } from "../upstream/makeUpstream.ts"
import { jsonOf, mismatch, failureOfStatus, unusableAnswer } from "../upstream/UpstreamFailure.ts"
import { withFault } from "./withFault.ts"

export interface CoreApiHttpOptions {
  /** Base address; `/organizations/{xid}/brands` is appended to its path. */
  readonly url: URL
  /** The hub's own key for the core, if required: callers' credentials are never forwarded. */
  readonly key: Redacted.Redacted | undefined
  /** Timeout of one attempt, connecting and reading included. */
  readonly timeout: Duration.Input
}

const maxResponseBytes = 8 * 1024 * 1024

/** Accepts any ISO spelling of a time and normalises it. */
const Time = Schema.DateTimeUtcFromString.pipe(
  Schema.decodeTo(
    Instant,
    SchemaTransformation.transform({
      decode: DateTime.formatIso,
      encode: (text) => DateTime.toUtc(DateTime.makeUnsafe(text))
    })
  )
)

const Page = BrandPage.mapFields(({ next }) => ({
  items: Schema.Array(Brand.mapFields((fields) => ({ ...fields, createdAt: Time, updatedAt: Time }))),
  next
}))

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(Page))
const isPositionUnknown = Schema.is(Schema.Struct({ code: Schema.Literal("position_unknown") }))

/** The core API over HTTP, through `client`. */
export const makeCoreApiHttp = Effect.fnUntraced(function* ({ key, timeout, url }: CoreApiHttpOptions) {
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)
  const call = yield* makeUpstream({
    name: "core API",
    timeout,
    // HUB-022 allows 5 s for the whole request.
    deadline: "4500 millis",
    pause: "100 millis",
    whenOpen: () => new CoreNotReady(),
    whenFailed: () => new CoreUnavailable()
  })
  const base = HttpClientRequest.get(url).pipe(
    key === undefined ? identity : HttpClientRequest.bearerToken(key),
    HttpClientRequest.acceptJson
  )

  const ask = Effect.fnUntraced(function* ({ after, limit, organization }: BrandsQuery) {
    const response = yield* base.pipe(
      HttpClientRequest.appendUrl(`organizations/${encodeURIComponent(organization.xid)}/brands`),
      HttpClientRequest.setUrlParams({ limit, after }),
      client.execute
    )
    const { status } = response
    if (status !== 200 && (status !== 400 || after === undefined)) return yield* failureOfStatus(status)
    const body = yield* jsonOf(response)
    if (status === 400) return yield* isPositionUnknown(body) ? new CorePositionUnknown() : unusableAnswer("status 400")
    const page = yield* Effect.mapError(decodePage(body), mismatch)
    return page.items.length > limit ? yield* unusableAnswer("more brands than requested") : page
  })

  return CoreApi.of({ listBrands: (query: BrandsQuery) => call(ask(query)) })
})

/** The core API over HTTP, on its own client with persistent connections (HUB-022). */
export const layerHttp = (options: CoreApiHttpOptions): Layer.Layer<CoreApi> =>
  withFault(Layer.effect(CoreApi, makeCoreApiHttp(options))).pipe(
    Layer.provide(CircuitBreaker.layerStoreMemory()),
    Layer.provide(NodeHttpClient.layerUndiciOptions({ connections: 64, maxResponseSize: maxResponseBytes }))
  )
