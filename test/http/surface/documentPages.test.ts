import { assert, layer } from "@effect/vitest"
import axe from "axe-core"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"
import { documents } from "../../../src/cli/documents.ts"
import * as Service from "../../support/service.ts"

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium"

/** Pages are looked at in a browser where one is installed: elsewhere these tests are skipped. */
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

/** What axe finds on the page as it is, one line for each element. */
const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  // The script's last value is the promise: the page's policy forbids it to be run as text within the page.
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
          const seen = yield* Effect.promise(() => look(browser, baseUrl, base))
          assert.deepStrictEqual(seen.complaints, [])
          assert.deepStrictEqual(seen.closed, [])
          assert.deepStrictEqual(seen.opened, [])
          assert.deepStrictEqual(seen.credentials, [])
        }).pipe(Effect.scoped),
      180_000
    )
  }
})
