import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { benefitXid } from "../../../src/demo/demoPerks.ts"
import { offerXid } from "../../../src/demo/offerPlan.ts"
import type { PageBlock } from "../../../src/domain/pages/PageBlock.ts"
import { runChild } from "../../support/servers/child.ts"
import { imageForm } from "../../support/http/form.ts"
import { freePort } from "../../support/servers/freePort.ts"
import { imageHostname, photographOf, serveImages } from "../../support/pages/imageHost.ts"
import { hasBrowser, launchBrowserWith } from "../../support/pages/pageBrowser.ts"
import { exampleBlocks } from "../../support/pages/pageExamples.ts"
import { key } from "../../support/partner.ts"
import { hasOpenssl } from "../../support/servers/servers.ts"
import * as Service from "../../support/http/service.ts"

/** The examples of all blocks, with offers and benefits of the demo data. */
const blocks = exampleBlocks.map((block): PageBlock => {
  if (block.type === "offers") return { ...block, offerIds: [offerXid("dinner"), offerXid("museum")] }
  if (block.type === "perks")
    return { ...block, benefitIds: [benefitXid("welcome_drink"), benefitXid("late_check_out")] }
  return block
})

/** Publishes a page with every block and a featured image, and returns its URL. */
const publish = Effect.gen(function* () {
  const { baseUrl, call } = yield* Service.Service
  const path = `/v1/partner/pages/${demoIds.pages["V1_never_draft"]}`
  const write = (method: string, suffix: string, body: unknown, headers: Record<string, string> = {}) =>
    Effect.map(
      call(method, `${path}${suffix}`, {
        headers: { "idempotency-key": crypto.randomUUID(), ...key("PA"), ...headers },
        body
      }),
      (answer) => assert.strictEqual(answer.status, 200, answer.text)
    )
  const form = imageForm(yield* photographOf("facade"), { fields: { alt: "The house in the evening" } })
  yield* write("POST", "/featured-image", form.body, form.headers)
  yield* write("PATCH", "", { title: "A summer by the sea", blocks })
  yield* write("POST", "/publish", undefined)
  return `${baseUrl}/p/organization-a/v1-never-draft`
})

const Audit = Schema.Struct({
  scores: Schema.Record(Schema.String, Schema.Number),
  failed: Schema.Array(Schema.String),
  layoutShift: Schema.NullOr(Schema.Number),
  bytes: Schema.NullOr(Schema.Number),
  elements: Schema.NullOr(Schema.Number),
  scripts: Schema.Number,
  runtimeError: Schema.NullOr(Schema.String)
})

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Audit))

const audit = Effect.fnUntraced(function* (url: string) {
  const port = yield* freePort
  const images = yield* serveImages
  yield* launchBrowserWith([
    `--remote-debugging-port=${port}`,
    `--host-resolver-rules=MAP ${imageHostname} 127.0.0.1:${images}`,
    "--ignore-certificate-errors"
  ])
  const text = yield* runChild(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    "test/fixtures/auditPage.ts",
    url,
    String(port)
  ])
  return yield* decode(text)
}, Effect.scoped)

layer(Service.layer())("Lighthouse", (it) => {
  it.effect.skipIf(!hasBrowser || !hasOpenssl)(
    "A-140: scores a page at least 95 in performance, accessibility, best practices and SEO (skipped without Chromium or openssl)",
    () =>
      Effect.gen(function* () {
        const url = yield* publish
        const result = yield* audit(url)
        assert.isNull(result.runtimeError)
        assert.hasAllKeys(result.scores, ["performance", "accessibility", "best-practices", "seo"])
        for (const [category, score] of Object.entries(result.scores)) {
          assert.isAtLeast(score, 95, `${category}\n${result.failed.join("\n")}`)
        }
        assert.strictEqual(result.layoutShift, 0)
        assert.isAtMost(result.bytes ?? Infinity, 500_000)
        assert.isAtMost(result.elements ?? Infinity, 500)
        assert.strictEqual(result.scripts, 0)
      })
  )
})
