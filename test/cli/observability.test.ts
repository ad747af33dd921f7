import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { observability } from "../../src/cli/server/observability.ts"
import { CoreApi } from "../../src/domain/brands/CoreApi.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import * as Configuration from "../../src/layers/Configuration.ts"
import { layerHttp } from "../../src/layers/coreApi/makeCoreApiHttp.ts"
import { otlpCollector } from "../support/servers/OtlpCollector.ts"

/** W3C Trace Context section 3.2: neither id is all zeros. */
const traceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

const query = { organization: { id: OrganizationId.make(1), xid: "one" }, limit: 1, after: undefined }

/** The headers with which a process of this environment calls the core API. */
const requestHeaders = Effect.fnUntraced(function* (environment: Record<string, string>) {
  const received: Array<IncomingHttpHeaders> = []
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createServer((request, response) => {
        received.push(request.headers)
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ items: [], next: null }))
      })
    ),
    (one) => Effect.sync(() => one.close())
  )
  const port = yield* Effect.callback<number>((resume) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
    })
  })
  const configuration = Configuration.layer().pipe(
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment })))
  )
  yield* CoreApi.use((core) => core.listBrands(query)).pipe(
    Effect.withSpan("listBrands"),
    Effect.provide(
      layerHttp({ url: new URL(`http://127.0.0.1:${port}`), key: undefined, timeout: "5 seconds" }).pipe(
        Layer.provideMerge(Layer.provide(observability, configuration))
      )
    )
  )
  assert.lengthOf(received, 1)
  return received[0] ?? {}
})

describe("GEN-013: calls to other systems", () => {
  it.live("GEN-013: carry no trace context when nothing is traced", () =>
    Effect.gen(function* () {
      const headers = yield* requestHeaders({})
      for (const name of ["traceparent", "tracestate", "b3"]) assert.notProperty(headers, name)
    })
  )

  it.live("GEN-013: carry a valid traceparent when traces are exported", () =>
    Effect.gen(function* () {
      const { endpoint } = yield* otlpCollector
      const headers = yield* requestHeaders({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
      assert.match(String(headers["traceparent"]), traceparent)
    })
  )
})
