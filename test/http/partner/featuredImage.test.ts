import { assert, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { type Form, formOf, imageForm } from "../../support/http/form.ts"
import { isFailure, key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"
import { factsOf, imageOf, padded, photograph } from "../../support/pages/testImages.ts"

const pages = demoIds.pages
const PA = key("PA")
const mebibytes10 = 10 * 1024 * 1024

const pathOf = (page: string) => `/v1/partner/pages/${pages[page] ?? page}/featured-image`

const send = (page: string, form: Form, headers: Readonly<Record<string, string>> = PA) =>
  Service.Service.use(({ call }) =>
    call("POST", pathOf(page), {
      headers: { "idempotency-key": crypto.randomUUID(), ...headers, ...form.headers },
      body: form.body
    })
  )

const upload = (image: Uint8Array, page = "V1_never_draft", options: Parameters<typeof imageForm>[1] = {}) =>
  send(page, imageForm(image, options))

const pageOf = (page: string) => Effect.flatMap(partner, ({ get }) => get(`/pages/${pages[page]}`, PA))

/** The response of the service under test to the path of a URL. */
const load = (url: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  Service.Service.use(({ baseUrl }) =>
    Effect.promise(async () => {
      const response = await fetch(new URL(new URL(url, baseUrl).pathname, baseUrl), { method, headers })
      return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
    })
  )

const urlOf = (answer: Service.Answer) => {
  const url = answer.at("featuredImage.url")
  return Predicate.isString(url) ? url : assert.fail(answer.text)
}

/** The number of stored images and blobs. */
const storedCount = Service.Service.use(({ rows }) =>
  Effect.map(rows, (all) => [...all].filter((row) => /^(?:pageImages|blobs) /.test(row)).length)
)

layer(Service.layer())("featured images", (it) => {
  it.effect(
    "PAR-083, PAR-012: a JPEG, a PNG and a WebP become the draft's image, as WebP and AVIF in three widths",
    () =>
      Effect.gen(function* () {
        for (const format of ["jpeg", "png", "webp"] as const) {
          const answer = yield* upload(yield* imageOf(format, { width: 1700, height: 850 }), "V1_never_draft", {
            fields: { alt: `A house as ${format}` }
          })
          assert.strictEqual(answer.status, 200, answer.text)
          assert.strictEqual(answer.headers.get("x-hub-preview"), "true")
          const image = Service.recordOf(answer.at("featuredImage"))
          assert.deepStrictEqual(Object.keys(image), ["url", "alt", "width", "height", "contentType", "bytes"])
          assert.deepInclude(image, {
            alt: `A house as ${format}`,
            width: 1600,
            height: 800,
            contentType: "image/webp"
          })
          const { bytes } = yield* load(urlOf(answer))
          assert.strictEqual(image["bytes"], bytes.length)
          for (const served of ["webp", "avif"] as const) {
            for (const width of [480, 960, 1600]) {
              const variant = yield* load(urlOf(answer).replace("1600.webp", `${width}.${served}`))
              const facts = { format: served, width, height: width / 2, hasMetadata: false }
              assert.deepStrictEqual(yield* factsOf(variant.bytes), facts)
            }
          }
          const { bytes: _, ...draftImage } = image
          assert.deepStrictEqual((yield* pageOf("V1_never_draft")).at("draft.featuredImage"), draftImage)
        }
      })
  )

  it.effect("PAR-083: serves an image upright and without metadata, as WebP and AVIF in two widths", () =>
    Effect.gen(function* () {
      const answer = yield* upload(yield* photograph, "V1_never_draft", { filename: "a.jpg", type: "image/jpeg" })
      // Encoded as 1200 by 800; upright by its Exif orientation, 800 by 1200.
      assert.deepInclude(Service.recordOf(answer.at("featuredImage")), { width: 800, height: 1200, alt: "" })
      const base = urlOf(answer).replace("800.webp", "")
      for (const format of ["webp", "avif"] as const) {
        for (const [width, height] of [
          [480, 720],
          [800, 1200]
        ] as const) {
          const { bytes, headers, status } = yield* load(`${base}${width}.${format}`)
          assert.strictEqual(status, 200)
          assert.strictEqual(headers.get("content-type"), `image/${format}`)
          assert.deepStrictEqual(yield* factsOf(bytes), { format, width, height, hasMetadata: false })
          assert.notInclude(Buffer.from(bytes).toString("latin1"), "SECRET")
        }
      }
      assert.strictEqual((yield* load(`${base}960.webp`)).status, 404)
    })
  )

  it.effect("PAR-083: images are immutable for caches; HEAD and a matching ETag get no body, unknown names 404", () =>
    Effect.gen(function* () {
      const url = urlOf(yield* upload(yield* imageOf("png")))
      const first = yield* load(url)
      assert.strictEqual(first.headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(first.headers.get("x-content-type-options"), "nosniff")
      assert.strictEqual(first.headers.get("content-security-policy"), "default-src 'none'")
      const tag = first.headers.get("etag") ?? assert.fail("no ETag")
      const notModified = yield* load(url, { "if-none-match": tag })
      assert.deepStrictEqual(
        [notModified.status, notModified.bytes.length, notModified.headers.get("etag")],
        [304, 0, tag]
      )
      const head = yield* load(url, {}, "HEAD")
      assert.deepStrictEqual([head.status, head.bytes.length, head.headers.get("etag")], [200, 0, tag])
      for (const wrong of ["300.png", "0.webp", "0300.webp", "301.webp", "300.webp%00", "%2e%2e%2f300.webp"]) {
        assert.strictEqual((yield* load(url.replace("300.webp", wrong))).status, 404, wrong)
      }
      assert.strictEqual((yield* load(`/media/images/${crypto.randomUUID()}/300.webp`)).status, 404)
    })
  )

  it.effect("PAR-084: a file that is no JPEG, PNG or WebP by its bytes answers 415, whatever it is called", () =>
    Effect.gen(function* () {
      const text = (content: string) => Buffer.from(content)
      const others = {
        gif: yield* imageOf("gif"),
        pdf: text("%PDF-1.7\n%\u00e2\u00e3"),
        svg: text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
        html: text("<!doctype html><script>alert(1)</script>"),
        text: text("not an image"),
        bmp: text("BM1234567890"),
        empty: text(""),
        "a RIFF file other than WebP": text("RIFF\x24\x00\x00\x00WAVEfmt "),
        "the first two bytes of a JPEG, then others": Buffer.from([0xff, 0xd8, 0x00, 0x10])
      }
      const before = yield* storedCount
      for (const [kind, bytes] of Object.entries(others)) {
        const answer = yield* upload(bytes)
        assert.deepStrictEqual(statusAndCode(answer), [415, "unsupported_media_type"], kind)
        assert.strictEqual(answer.at("type"), "payload_error")
        assert.isTrue(isFailure(answer))
      }
      assert.strictEqual(yield* storedCount, before)
      const png = yield* imageOf("png")
      assert.strictEqual((yield* upload(png, undefined, { filename: "a.txt", type: "text/html" })).status, 200)
    })
  )

  it.effect("PAR-084: a form without a file, with two, or with undeclared or malformed fields is 400", () =>
    Effect.gen(function* () {
      const file = { name: "file", value: yield* imageOf("png"), filename: "a.png", type: "image/png" }
      const wrong = {
        "no file": [{ name: "alt", value: "x" }],
        "a text instead of the file": [{ name: "file", value: "x" }],
        "a file under another name": [{ ...file, name: "image" }],
        "two files": [file, file],
        "an undeclared field": [file, { name: "title", value: "x" }],
        "an undeclared file": [file, { ...file, name: "other" }],
        "two descriptions": [file, { name: "alt", value: "x" }, { name: "alt", value: "y" }],
        "a long description": [file, { name: "alt", value: "x".repeat(251) }],
        "a description of two lines": [file, { name: "alt", value: "x\ny" }],
        "an empty version": [file, { name: "expectedVersion", value: "" }],
        "a fractional version": [file, { name: "expectedVersion", value: "1.5" }],
        "a version in words": [file, { name: "expectedVersion", value: "one" }],
        "many parts": [file, ...Array.from({ length: 40 }, (_, index) => ({ name: `a${index}`, value: "x" }))],
        "no parts": []
      }
      const before = yield* storedCount
      for (const [kind, parts] of Object.entries(wrong)) {
        const answer = yield* send("V1_never_draft", formOf(parts))
        assert.strictEqual(answer.status, 400, `${kind}: ${answer.text}`)
        assert.strictEqual(answer.at("type"), "validation_error", kind)
      }
      assert.strictEqual(yield* storedCount, before)
    })
  )

  it.effect(
    "PAR-083: more than 50 megapixels, an animation and a truncated image are 400; 50 megapixels are accepted",
    () =>
      Effect.gen(function* () {
        const png = yield* imageOf("png", { width: 640, height: 480 })
        const jpeg = yield* imageOf("jpeg", { width: 640, height: 480 })
        const webp = yield* imageOf("webp", { width: 640, height: 480 })
        const frames = yield* Effect.promise(async () => {
          const { default: sharp } = await import("sharp")
          const frame = (background: string) =>
            sharp({ create: { width: 9, height: 9, channels: 3, background } })
              .png()
              .toBuffer()
          return sharp(await Promise.all([frame("red"), frame("blue")]), { join: { animated: true } })
            .webp()
            .toBuffer()
        })
        const broken = {
          "more than 50 megapixels": yield* imageOf("png", { width: 10_000, height: 5001 }),
          animated: frames,
          "half a PNG": png.subarray(0, png.length / 2),
          "half a JPEG": jpeg.subarray(0, jpeg.length / 2),
          "half a WebP": webp.subarray(0, webp.length / 2),
          "the head of a PNG": png.subarray(0, 20),
          "the head of a JPEG": jpeg.subarray(0, 3),
          "the head of a WebP": webp.subarray(0, 14)
        }
        const before = yield* storedCount
        for (const [kind, bytes] of Object.entries(broken)) {
          const answer = yield* upload(bytes)
          assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], `${kind}: ${answer.text}`)
          assert.strictEqual(answer.at("errors.0.field"), "file", kind)
        }
        assert.strictEqual(yield* storedCount, before)
        const largest = yield* upload(yield* imageOf("png", { width: 10_000, height: 5000 }))
        assert.deepInclude(Service.recordOf(largest.at("featuredImage")), { width: 1600, height: 800 })
      })
  )

  it.effect("PAR-083: a file of 10 MiB is taken; one byte more is 413, as is a body that is 66 kB larger", () =>
    Effect.gen(function* () {
      const png = yield* imageOf("png")
      assert.strictEqual((yield* upload(padded(png, mebibytes10))).status, 200)
      const large = yield* upload(padded(png, mebibytes10 + 1))
      assert.deepStrictEqual(statusAndCode(large), [413, "payload_too_large"])
      assert.strictEqual(large.at("type"), "payload_error")
      assert.strictEqual(large.at("details.limitBytes"), mebibytes10)
      const file = { name: "file", value: padded(png, mebibytes10), filename: "a.png" }
      const more = yield* send("V1_never_draft", formOf([file, { name: "alt", value: "x".repeat(66_000) }]))
      assert.strictEqual(more.status, 413, more.text)
    })
  )

  it.effect(
    "PAR-081, A-27: a page without a draft is 409 draft_required; an upload leaves the published version alone",
    () =>
      Effect.gen(function* () {
        const png = yield* imageOf("png")
        const before = yield* storedCount
        for (const page of ["V1_published", "V1_offline", "V1_never"]) {
          assert.deepStrictEqual(statusAndCode(yield* upload(png, page)), [409, "draft_required"], page)
        }
        assert.strictEqual(yield* storedCount, before)
        const published = JSON.stringify((yield* pageOf("V1_published_draft")).at("published"))
        assert.strictEqual((yield* upload(png, "V1_published_draft")).status, 200)
        const after = yield* pageOf("V1_published_draft")
        assert.strictEqual(JSON.stringify(after.at("published")), published)
        assert.strictEqual(after.at("draft.featuredImage.width"), 300)
        yield* Effect.flatMap(partner, ({ post }) => post(`/pages/${pages["V1_published_draft"]}/publish`, PA))
        assert.strictEqual((yield* pageOf("V1_published_draft")).at("published.featuredImage.width"), 300)
      })
  )

  it.effect("PAR-083, PAR-081: a wrong expectedVersion is 409 version_conflict; an upload increments the version", () =>
    Effect.gen(function* () {
      const png = yield* imageOf("png")
      const version = Number((yield* pageOf("V2_never_draft")).at("draft.version"))
      const at = (expected: number) => upload(png, "V2_never_draft", { fields: { expectedVersion: String(expected) } })
      const stale = yield* at(version + 1)
      assert.deepStrictEqual(statusAndCode(stale), [409, "version_conflict"])
      assert.strictEqual(stale.at("details.currentVersion"), version)
      assert.strictEqual((yield* at(version)).status, 200)
      assert.strictEqual((yield* pageOf("V2_never_draft")).at("draft.version"), version + 1)
      assert.deepStrictEqual(statusAndCode(yield* at(version)), [409, "version_conflict"])
    })
  )

  it.effect(
    "PAR-140: a missing, foreign or unreachable page is 404, after the check of the type and before decoding",
    () =>
      Effect.gen(function* () {
        const png = yield* imageOf("png")
        for (const [bytes, expected] of [
          [png.subarray(0, png.length / 2), [404, "not_found"]],
          [Buffer.from("no image"), [415, "unsupported_media_type"]]
        ] as const) {
          const form = imageForm(bytes)
          const answers = yield* Effect.all([
            send(crypto.randomUUID(), form),
            send("W1_never_draft", form),
            send("V2_never_draft", form, key("PA_v1"))
          ])
          for (const answer of answers) assert.deepStrictEqual(statusAndCode(answer), [...expected])
        }
      })
  )

  it.effect("A-85, PAR-117: the same parts under a key are replayed and not stored again; other parts are 409", () =>
    Effect.gen(function* () {
      const png = yield* imageOf("png", { width: 500 })
      const headers = { ...PA, "idempotency-key": crypto.randomUUID() }
      const same = (boundary: string, image = png, alt = "x") =>
        send("V1_offline_draft", imageForm(image, { boundary, fields: { alt } }), headers)
      const first = yield* same("one")
      assert.strictEqual(first.status, 200)
      assert.isNull(first.headers.get("x-idempotent-replay"))
      const before = yield* storedCount
      const version = (yield* pageOf("V1_offline_draft")).at("draft.version")
      const again = yield* same("another")
      assert.deepStrictEqual([again.status, again.text], [200, first.text])
      assert.strictEqual(again.headers.get("x-idempotent-replay"), "true")
      assert.strictEqual(yield* storedCount, before)
      assert.strictEqual((yield* pageOf("V1_offline_draft")).at("draft.version"), version)
      const parts = [
        { name: "alt", value: "x" },
        { name: "file", value: png, filename: "renamed.bin", type: "application/octet-stream" }
      ]
      const reordered = yield* send("V1_offline_draft", formOf(parts), headers)
      assert.deepStrictEqual([reordered.text, reordered.headers.get("x-idempotent-replay")], [first.text, "true"])
      const other = yield* imageOf("png", { width: 501 })
      for (const answer of [yield* same("one", other), yield* same("one", png, "y")]) {
        assert.deepStrictEqual(statusAndCode(answer), [409, "idempotency_key_reused"])
      }
      assert.strictEqual(yield* storedCount, before)
    })
  )

  it.effect("PAR-083: a text field beyond every limit is 400, for the form as a whole is not too large", () =>
    Effect.gen(function* () {
      const png = yield* imageOf("png")
      const answer = yield* send("V1_never_draft", imageForm(png, { fields: { alt: "x".repeat(9000) } }), PA)
      assert.strictEqual(answer.status, 400, answer.text)
      assert.include(String(answer.at("message")), "text field")
    })
  )

  it.effect("PAR-125: a refused upload does not use up its key, which then takes a valid image", () =>
    Effect.gen(function* () {
      const headers = { ...PA, "idempotency-key": crypto.randomUUID() }
      const png = yield* imageOf("png")
      for (const bytes of [Buffer.from("text"), png.subarray(0, 60), padded(png, mebibytes10 + 1)]) {
        assert.isAtLeast((yield* send("V1_never_draft", imageForm(bytes), headers)).status, 400)
      }
      const taken = yield* send("V1_never_draft", imageForm(png), headers)
      assert.strictEqual(taken.status, 200)
      assert.isNull(taken.headers.get("x-idempotent-replay"))
    })
  )
})

layer(Service.layer({ environment: { PUBLIC_URL: "https://hub.example.com" } }))(
  "featured images behind a proxy",
  (it) => {
    it.effect("PAR-089: the URL of an image begins with PUBLIC_URL, in the upload's answer and in the draft", () =>
      Effect.gen(function* () {
        const url = urlOf(yield* upload(yield* imageOf("png"), "V1_never_draft"))
        assert.isTrue(url.startsWith("https://hub.example.com/media/images/"), url)
        assert.strictEqual((yield* pageOf("V1_never_draft")).at("draft.featuredImage.url"), url)
        assert.strictEqual((yield* load(url)).status, 200)
      })
    )
  }
)

layer(Service.layer({ environment: { HOST: "0.0.0.0", PORT: "4600" } }))("featured images without PUBLIC_URL", (it) => {
  it.effect("PAR-089: the URL of an image begins with localhost and the port of the service", () =>
    Effect.gen(function* () {
      const url = urlOf(yield* upload(yield* imageOf("png"), "V1_never_draft"))
      assert.isTrue(url.startsWith("http://localhost:4600/media/images/"), url)
      const list = yield* Effect.flatMap(partner, ({ get }) => get("/pages?limit=100", PA))
      assert.include(list.each("items", "draft.featuredImage.url"), url)
      assert.strictEqual((yield* pageOf("V1_never_draft")).at("draft.featuredImage.url"), url)
    })
  )
})
