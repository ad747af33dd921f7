import { Effect } from "effect"
import { existsSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"
import type { RenderedPage } from "../../../src/domain/pages/PageRenderer.ts"
import { sceneOf } from "./pageScenes.ts"

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium"

/** Whether a browser is installed; tests of pages in a browser are skipped otherwise. */
export const hasBrowser = existsSync(executablePath)

const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]

export const launchBrowserWith = (more: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.promise(() => chromium.launch({ executablePath, args: [...args, ...more] })),
    (browser: Browser) => Effect.promise(() => browser.close())
  )

export const launchBrowser = launchBrowserWith([])

const address = "https://page.example/"

/** The drawing for an image URL: by name at `images.example.com`, the facade for the page's own media. */
const drawingAt = (url: string): string | undefined => {
  if (url.startsWith(`${address}media/`)) return sceneOf("facade")
  const [, name] = /^https:\/\/images\.example\.com\/([a-z]+)\./u.exec(url) ?? []
  return name === undefined ? undefined : sceneOf(name)
}

/**
 * Shows a page with its policy in the header, as a browser receives it. Photographs are replaced by drawings; any other
 * request gets an empty 404 and is passed to `onRequest`.
 */
export const showPage = async (
  page: Page,
  { html, policy }: RenderedPage,
  onRequest: (url: string) => void = () => {}
): Promise<void> => {
  await page.unroute("**/*")
  await page.route("**/*", async (route) => {
    const url = route.request().url()
    if (url === address) {
      const headers = policy === "" ? {} : { "content-security-policy": policy }
      return route.fulfill({ contentType: "text/html; charset=utf-8", headers, body: html })
    }
    const body = drawingAt(url)
    if (body !== undefined) return route.fulfill({ contentType: "image/svg+xml", body })
    onRequest(url)
    return route.fulfill({ status: 404, body: "" })
  })
  await page.goto(address, { waitUntil: "load" })
}
