import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { request } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as Service from "../../support/service.ts"

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: Buffer
}

/** Sends a request as it is: `fetch` neither lets a Host header be chosen nor a body be seen compressed. */
const send = (baseUrl: string, method: string, path: string, headers: Record<string, string> = {}) =>
  Effect.promise(
    () =>
      new Promise<Raw>((resolve, reject) => {
        const sent = request(`${baseUrl}${path}`, { method, headers }, (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (chunk: Buffer) => chunks.push(chunk))
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
          )
        })
        sent.on("error", reject)
        sent.end()
      })
  )

const page = "/p/organization-a/v1-published"

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store }))(`pages served (${store})`, (it) => {
    it.effect("A-102: a published page is served at its path and at its verified hostname, and never a draft", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Service.Service
        const byPath = yield* send(baseUrl, "GET", page)
        assert.strictEqual(byPath.status, 200)
        console.log(byPath.headers, byPath.body.toString())
      })
    )
  })
}
