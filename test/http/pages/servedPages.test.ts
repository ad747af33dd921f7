import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import sharp from "sharp"
import { exchange } from "../../support/http/rawSocket.ts"
import { pageCall } from "../../support/pages/pageCall.ts"
import * as Service from "../../support/http/service.ts"

const page = "/p/organization-a/v1-published"
const decode = { br: brotliDecompressSync, gzip: gunzipSync }

const call = (...[path, options]: [path: string, options?: Parameters<typeof pageCall>[2]]) =>
  Effect.flatMap(Service.Service, ({ baseUrl }) => pageCall(baseUrl, path, options))

const at = (host: string, path = "/") => call(path, { headers: { host } })

/** Whether a response is an HTML notice of the service: with a policy, `no-store` and without ETag. */
const isNotice = ({ headers, text }: { readonly headers: Readonly<Record<string, unknown>>; readonly text: string }) =>
  headers["content-type"] === "text/html; charset=utf-8" &&
  String(headers["content-security-policy"]).startsWith("default-src 'none'; style-src 'sha256-") &&
  headers["cache-control"] === "no-store" &&
  headers["etag"] === undefined &&
  text.startsWith("<!doctype html>")

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store }))(`pages served (${store})`, (it) => {
    it.effect("A-102: a published page is served at its path and at its verified hostname", () =>
      Effect.gen(function* () {
        const byPath = yield* call(page)
        assert.deepStrictEqual([byPath.status, byPath.headers["content-type"]], [200, "text/html; charset=utf-8"])
        assert.include(byPath.text, "<h1>Page V1 published</h1>")
        for (const host of ["www.hotels-a.example", "WWW.Hotels-A.example", "www.hotels-a.example.:8080"]) {
          assert.strictEqual((yield* at(host)).text, byPath.text, host)
        }
        const other = yield* at("www.hotels-b.example")
        assert.include(other.text, "<h1>Page W1 published</h1>")
      })
    )

    it.effect("A-102: a draft is never served, with or without a published version", () =>
      Effect.gen(function* () {
        const beside = yield* call("/p/organization-a/v1-published-draft")
        assert.include(beside.text, "<h1>Page V1 published draft</h1>")
        assert.notInclude(beside.text, "edited")
        for (const slug of ["v1-never-draft", "v1-never", "v2-never-draft"]) {
          const answer = yield* call(`/p/organization-a/${slug}`)
          assert.strictEqual(answer.status, 404, slug)
          assert.isTrue(isNotice(answer), slug)
        }
      })
    )

    it.effect("A-146: every image of the demo pages is served in the format and width of its URL", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Service.Service
        for (const path of [page, "/p/organization-a/a-everywhere", "/p/organization-b/w1-published"]) {
          const { text } = yield* call(path)
          const urls = [...text.matchAll(/ src(?:set)?="([^"]*)"/g)].flatMap(([, list = ""]) =>
            list.split(", ").map((one) => one.replace(/ .*$/, ""))
          )
          assert.isAtLeast(urls.length, 5, path)
          for (const url of urls) {
            const [, width, format] = /^\/media\/images\/[^/]+\/(\d+)\.(webp|avif)$/.exec(url) ?? assert.fail(url)
            const response = yield* Effect.promise(() => fetch(new URL(url, baseUrl)))
            const image = yield* Effect.promise(async () => sharp(await response.arrayBuffer()).metadata())
            assert.deepStrictEqual(
              [response.status, response.headers.get("content-type"), image.format === "webp", image.width],
              [200, `image/${format}`, format === "webp", Number(width)]
            )
          }
        }
      })
    )

    it.effect("A-140: an offline page is 410 and anything unknown 404, each with an HTML notice", () =>
      Effect.gen(function* () {
        for (const slug of ["v1-offline", "v1-offline-draft"]) {
          const gone = yield* call(`/p/organization-a/${slug}`)
          assert.strictEqual(gone.status, 410)
          assert.isTrue(isNotice(gone))
          assert.include(gone.text, "no longer here")
        }
        const missing = [
          "/p/organization-a/nothing",
          "/p/organization-b/v1-published",
          "/p/nobody/v1-published",
          "/p/organization-a/V1-Published",
          "/p/organization-a/v1-published/",
          "/p/organization-a",
          "/p/organization-a/v1-published%2f",
          "/p/organization-a/%00",
          `/p/organization-a/${"x".repeat(9000)}`,
          `/p/${"%C3%A9".repeat(2000)}/x`,
          "/p//",
          "/p/a/b/c/d"
        ]
        for (const path of missing) {
          const answer = yield* call(path)
          assert.strictEqual(answer.status, 404, path)
          assert.isTrue(isNotice(answer), path)
        }
      })
    )

    it.effect("A-102, DOMAIN 8.2: a verified hostname, used or not, serves no path of another organization", () =>
      Effect.gen(function* () {
        const own = "/p/organization-a/a-everywhere"
        const others = ["/p/organization-b/b-everywhere", "/p/organization-b/w1-offline", "/p/organization-b/b-members"]
        for (const host of ["www.hotels-a.example", "stay.hotels-a.example:443", "WWW.Hotels-A.example."]) {
          // Twice, to try the cached page as well.
          for (const path of [own, own]) assert.strictEqual((yield* at(host, path)).status, 200, host)
          for (const path of [...others, ...others]) {
            const answer = yield* at(host, path)
            assert.strictEqual(answer.status, 404, `${host} ${path}`)
            assert.isTrue(isNotice(answer), path)
          }
        }
        for (const host of ["soon.hotels-a.example", "hub.internal", "www.hotels-b.example", "127.0.0.1"]) {
          assert.deepStrictEqual(
            yield* Effect.forEach(others, (path) => Effect.map(at(host, path), ({ status }) => status)),
            [200, 410, 401],
            host
          )
        }
      })
    )

    it.effect("A-140: / of a host that is unverified, lost, invalid or without a page is 404", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Service.Service
        const hosts = [
          "stay.hotels-a.example",
          "soon.hotels-a.example",
          "pending.hotels-a.example",
          "late.hotels-a.example",
          "hotels-a.example",
          "www.hotels-a.example.evil.example",
          "127.0.0.1",
          "[::1]:80",
          "a b",
          "www.hotels-a.example@evil.example",
          "www.hotels-a.example/x",
          "..",
          "x".repeat(5000),
          ":80",
          ""
        ]
        for (const host of hosts) {
          const answer = yield* at(host)
          assert.strictEqual(answer.status, 404, host)
          assert.isTrue(isNotice(answer), host)
        }
        const [http10] = (yield* exchange(baseUrl, ["GET / HTTP/1.0\r\n\r\n"])).answers
        assert.strictEqual(http10?.status, 404)
      })
    )

    it.effect("A-140: a page must be revalidated, by a strong ETag for each encoding", () =>
      Effect.gen(function* () {
        const plain = yield* call(page)
        assert.strictEqual(plain.headers["cache-control"], "public, max-age=0, must-revalidate")
        assert.strictEqual(plain.headers["vary"], "Accept-Encoding")
        assert.strictEqual(plain.headers["content-encoding"], undefined)
        const tags = new Set([plain.headers["etag"]])
        for (const encoding of ["br", "gzip"] as const) {
          const packed = yield* call(page, { headers: { "accept-encoding": encoding } })
          assert.strictEqual(packed.headers["content-encoding"], encoding)
          assert.isBelow(packed.body.length, plain.body.length / 2)
          assert.isTrue(decode[encoding](packed.body).equals(plain.body))
          const tag = String(packed.headers["etag"])
          assert.match(tag, /^"[\w-]{27}"$/)
          tags.add(tag)
          const headers = { "accept-encoding": encoding, "if-none-match": `"other", ${tag}` }
          const revalidated = yield* call(page, { headers })
          assert.deepStrictEqual(
            [revalidated.status, revalidated.body.length, revalidated.headers["etag"]],
            [304, 0, tag]
          )
          assert.strictEqual(revalidated.headers["cache-control"], plain.headers["cache-control"])
        }
        assert.strictEqual(tags.size, 3)
      })
    )

    it.effect("A-140: HEAD answers like GET without a body; other methods are 405 with Allow: GET, HEAD", () =>
      Effect.gen(function* () {
        const got = yield* call(page)
        const head = yield* call(page, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.body.length], [200, 0])
        for (const name of ["etag", "content-length", "content-type", "content-security-policy", "cache-control"]) {
          assert.strictEqual(head.headers[name], got.headers[name], name)
        }
        const hosted = yield* call("/", { method: "HEAD", headers: { host: "www.hotels-a.example" } })
        assert.deepStrictEqual([hosted.status, hosted.headers["etag"]], [200, got.headers["etag"]])
        for (const path of [page, "/", "/p/organization-a/nothing", "/p/x"]) {
          for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PURGE", "QUERY"]) {
            const refused = yield* call(path, { method })
            assert.deepStrictEqual([refused.status, refused.headers["allow"]], [405, "GET, HEAD"], `${method} ${path}`)
            assert.isTrue(isNotice(refused))
          }
        }
      })
    )

    it.effect("A-140: a page has a policy without scripts, nosniff and no-referrer, and sets no cookie", () =>
      Effect.gen(function* () {
        const { headers, text } = yield* call(page, { headers: { cookie: "a=b" } })
        const [, style = ""] = /<style>(.*?)<\/style>/su.exec(text) ?? []
        const hash = createHash("sha256").update(style).digest("base64")
        const shared = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' https: data:; connect-src 'self'; base-uri 'none'; form-action 'none'`
        assert.strictEqual(headers["content-security-policy"], `${shared}; frame-ancestors 'none'`)
        assert.include(text.replaceAll("&#39;", "'"), `content="${shared}"`)
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
        assert.strictEqual(headers["referrer-policy"], "no-referrer")
        assert.strictEqual(headers["set-cookie"], undefined)
        assert.notMatch(text, /<script(?! type="application\/ld\+json">)/u)
      })
    )

    it.effect("A-143: the canonical URL has the page's verified hostname, or is absent; never the request's Host", () =>
      Effect.gen(function* () {
        for (const answer of [yield* call(page), yield* call(page, { headers: { host: "evil.example" } })]) {
          assert.include(answer.text, '<link rel="canonical" href="https://www.hotels-a.example/">')
        }
        const other = yield* call("/p/organization-a/v2-published", { headers: { host: "evil.example" } })
        assert.notInclude(other.text, "evil.example")
        assert.notInclude(other.text, "canonical")
      })
    )
  })
}

layer(Service.layer({ environment: { PUBLIC_URL: "https://hub.example" } }))("pages with PUBLIC_URL", (it) => {
  it.effect("A-143: the canonical URL of a page without a hostname is below PUBLIC_URL", () =>
    Effect.gen(function* () {
      const { text } = yield* call("/p/organization-a/v2-published")
      assert.include(text, '<link rel="canonical" href="https://hub.example/p/organization-a/v2-published">')
    })
  )
})

layer(Service.layer({ environment: { HUB_LIMIT_ADDRESS: "3" } }))("limits of page requests", (it) => {
  it.effect("A-140: cached pages are served without a limit; lookups are 429 beyond the address limit", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 8; count++) assert.strictEqual((yield* call(page)).status, 200)
      const statuses = []
      for (let count = 0; count < 4; count++) {
        const answer = yield* call(`/p/organization-a/nothing-${count}`)
        statuses.push(answer.status)
        if (answer.status === 429) {
          assert.isTrue(isNotice(answer))
          assert.match(String(answer.headers["retry-after"]), /^[1-9]\d?$/u)
        }
      }
      assert.deepStrictEqual(statuses, [404, 404, 429, 429])
      assert.strictEqual((yield* call(page)).status, 200)
    })
  )
})
