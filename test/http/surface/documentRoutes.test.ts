import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { get } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { documents } from "../../../src/cli/documents.ts"
import * as Service from "../../support/http/service.ts"

interface Raw {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: Buffer
}

/** The bytes as they are on the wire; `fetch` would decode them. */
const raw = (url: string, headers: Record<string, string> = {}) =>
  Effect.promise(
    () =>
      new Promise<Raw>((resolve, reject) => {
        get(url, { headers }, (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (chunk: Buffer) => chunks.push(chunk))
          response.on("end", () =>
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) })
          )
        }).on("error", reject)
      })
  )

const decode = { br: brotliDecompressSync, gzip: gunzipSync }

/** The files that a page loads, relative to it. */
const filesOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => String(file))

layer(Service.layer())("documents and their pages", (it) => {
  for (const { base } of Object.values(documents)) {
    it.effect(`GEN-008: ${base} compresses each body and answers its ETag with 304`, () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Service.Service
        const page = yield* raw(`${baseUrl}${base}/docs`)
        const files = filesOf(String(page.body))
        assert.lengthOf(files, 4)
        for (const path of ["openapi.json", "docs", ...files]) {
          const url = `${baseUrl}${base}/${path}`
          const plain = yield* raw(url)
          assert.deepStrictEqual([plain.status, plain.headers["content-encoding"]], [200, undefined], path)
          const tags = new Set([plain.headers["etag"]])
          for (const encoding of ["br", "gzip"] as const) {
            const packed = yield* raw(url, { "accept-encoding": encoding })
            assert.strictEqual(packed.headers["content-encoding"], encoding, path)
            assert.strictEqual(packed.headers["vary"], "Accept-Encoding", path)
            assert.isBelow(packed.body.length, plain.body.length, path)
            assert.isTrue(decode[encoding](packed.body).equals(plain.body), path)
            const tag = String(packed.headers["etag"])
            assert.match(tag, /^"[\w-]{27}"$/, "a strong validator")
            tags.add(tag)
            const again = yield* raw(url, { "accept-encoding": encoding, "if-none-match": `"other", ${tag}` })
            assert.deepStrictEqual([again.status, again.body.length], [304, 0], path)
            assert.strictEqual(again.headers["etag"], tag, path)
          }
          assert.strictEqual(tags.size, 3, "each encoding has its own validator")
        }
      })
    )

    it.effect(`GEN-008: the page of ${base} has no inline code and loads only its own files`, () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Service.Service
        const page = yield* raw(`${baseUrl}${base}/docs`)
        const html = String(page.body)
        assert.match(html, /<html lang="en">/)
        assert.notMatch(html, /https?:|<style|<script(?! defer src=)/)
        const policy = String(page.headers["content-security-policy"])
        assert.notMatch(policy, /unsafe|https?:|\*/)
        assert.match(policy, /default-src 'none'; script-src 'self';/)
        for (const file of filesOf(html)) {
          const { headers } = yield* raw(`${baseUrl}${base}/${file}`)
          assert.match(file, /^docs\/[a-z-]+\.[0-9a-f]{16}\.(?:js|css)$/)
          assert.strictEqual(headers["cache-control"], "public, max-age=31536000, immutable")
        }
        assert.strictEqual(page.headers["cache-control"], "no-cache")
        assert.strictEqual((yield* raw(`${baseUrl}${base}/docs/other.js`)).status, 404)
      })
    )
  }

  it.effect("GEN-006, REQUIREMENTS 0.3: other methods of documents, their pages and images are 405 with Allow", () =>
    Effect.gen(function* () {
      const { baseUrl, call } = yield* Service.Service
      const pages = yield* Effect.forEach(Object.values(documents), ({ base }) =>
        Effect.map(raw(`${baseUrl}${base}/docs`), ({ body }) => [
          `${base}/openapi.json`,
          `${base}/docs`,
          ...filesOf(String(body)).map((file) => `${base}/${file}`)
        ])
      )
      for (const path of [...pages.flat(), "/media/images/a/480.webp"]) {
        for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
          const answer = yield* call(method, path)
          assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "GET, HEAD"], `${method} ${path}`)
          assert.match(answer.headers.get("content-type") ?? "", /json/, path)
        }
      }
      for (const path of ["/v1/partner/docs/other.js", "/media/images/a/480.webp", "/media/images/a"]) {
        assert.strictEqual((yield* call("GET", path)).status, 404, path)
      }
      assert.strictEqual((yield* call("POST", "/media/images/a")).status, 404)
    })
  )

  it.effect("GEN-008: prefers brotli and respects weights and wildcards of Accept-Encoding", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service.Service
      const encodings = {
        "gzip, deflate, br": "br",
        "br;q=0, gzip;q=0.5": "gzip",
        "*": "br",
        "*, br;q=0": "gzip",
        identity: undefined,
        "br;q=0, gzip;q=0, *": undefined
      }
      for (const [accepted, expected] of Object.entries(encodings)) {
        const { headers } = yield* raw(`${baseUrl}/v1/partner/docs`, { "accept-encoding": accepted })
        assert.strictEqual(headers["content-encoding"], expected, accepted)
      }
    })
  )
})
