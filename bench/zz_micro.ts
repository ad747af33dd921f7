import "effect/schema/SchemaJITCompiler/enable"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer, Logger, Context, DateTime } from "effect"
import { createServer } from "node:http"
import { application } from "../src/cli/application.ts"
import { services } from "../src/cli/stores.ts"
import * as Configuration from "../src/layers/Configuration.ts"
import { CoreApi } from "../src/domain/brands/CoreApi.ts"
import { load } from "./load.ts"
import { operations, requestsOf } from "./operations.ts"
import { Worker, isMainThread, workerData, parentPort } from "node:worker_threads"
if (!isMainThread) {
  const op = operations[0]!
  load({ port: workerData.port, connections: 32, seconds: workerData.seconds, next: requestsOf(op), expectedStatus: 200 }).then((r) => parentPort!.postMessage({ n: r.requests, refused: [...r.refused] }))
} else {
  const now = DateTime.makeUnsafe(Date.now())
  const items = Array.from({ length: 26 }, (_, i) => ({ id: `b${i}`, name: `Brand ${i}`, slug: `b-${i}`, status: "active" as const, logoUrl: null, venues: [{ id: "v1", name: "Venue", slug: "v", status: "active" as const, type: "hotel", city: "Lisbon", country: "Portugal", timezone: "Europe/Lisbon" }], createdAt: now, updatedAt: now }))
  const rows = Number(process.env.ROWS ?? 25)
  const program = Effect.gen(function* () {
    const context = yield* Layer.build(services({ demo: true }))
    const ctx = Context.add(context, CoreApi, CoreApi.of({ listBrands: () => Effect.andThen(Effect.yieldNow, Effect.succeed({ items: items.slice(0, rows), next: process.env.CURSOR ? "b24" : null })) }))
    const app = yield* application(ctx as any, { trustedProxies: [], bodyLimitBytes: 1048576, revision: undefined } as any)
    const server = yield* NodeHttpServer.make(() => createServer(), { port: 0, host: "127.0.0.1" })
    yield* server.serve(app as any)
    const port = (server.address as any).port
    for (let i = 0; i < Number(process.env.N ?? 6); i++) {
      const w = new Worker(new URL(import.meta.url), { workerData: { port, seconds: 2 } })
      const before = process.threadCpuUsage()
      const r: any = yield* Effect.promise(() => new Promise((res) => w.once("message", res)))
      const d = process.threadCpuUsage(before)
      process.stderr.write(`${r.n} req  main-thread cpu ${((d.user + d.system) / r.n).toFixed(1)} us/req ${JSON.stringify(r.refused)}\n`)
    }
    process.exit(0)
  })
  Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(Configuration.layer({ store: "memory", demo: true })), Effect.provide(Logger.layer([Logger.consoleJson]))) as any)
}
