import { assert, layer } from "@effect/vitest"
import axe from "axe-core"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"
import { documents } from "../../../src/cli/documents.ts"
import * as Service from "../../support/http/service.ts"

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium"

/** These tests need a browser, and are skipped where none is installed. */
const isInstalled = existsSync(executablePath)

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

const launched = Effect.acquireRelease(
  Effect.promise(() => chromium.launch({ executablePath, args })),
  (browser: Browser) => Effect.promise(() => browser.close())
)

/** What axe finds on the page in its present state, one line per element. */
const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Evaluated as an expression: the page's policy forbids an added script element.
  const results: axe.AxeResults = await page.evaluate(`${axe.source}; axe.run(document)`)
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

const look = async (browser: Browser, baseUrl: string, base: string) => {
  const page = await browser.newPage()
  const complaints: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseUrl}${base}/`) && !request.url().startsWith("data:")) {
      complaints.push(`loads ${request.url()}`)
    }
  })
  await page.goto(`${baseUrl}${base}/docs`)
  await page.locator(".opblock").first().waitFor()
  const closed = await violations(page)

  const operations = page.locator(".opblock-summary-control")
  const writes = page
    .locator(":is(.opblock-post, .opblock-patch, .opblock-delete):not(.is-open)")
    .locator(".opblock-summary-control")
  await operations.first().click()
  if ((await writes.count()) > 0) await writes.first().click()
  await page.locator(".opblock-body .responses-table").first().waitFor()
  const opened = await violations(page)
  const body = await page.locator("textarea.body-param__text").allInnerTexts()

  await page.locator(".btn.authorize").first().click()
  await page.locator(".modal-ux").waitFor()
  const credentials = await violations(page)
  await page.close()
  return { complaints, closed, opened, credentials, body }
}

layer(Service.layer())("document pages in a browser", (it) => {
  for (const { base } of Object.values(documents)) {
    it.effect.skipIf(!isInstalled)(
      `GEN-008: ${base}/docs obeys its policy and is accessible (skipped without Chromium)`,
      () =>
        Effect.gen(function* () {
          const { baseUrl } = yield* Service.Service
          const browser = yield* launched
          const page = yield* Effect.promise(() => look(browser, baseUrl, base))
          assert.deepStrictEqual(page.complaints, [])
          assert.deepStrictEqual(page.closed, [])
          assert.deepStrictEqual(page.opened, [])
          assert.deepStrictEqual(page.credentials, [])
        }).pipe(Effect.scoped)
    )
  }
})
