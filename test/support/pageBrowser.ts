import { Effect } from "effect"
import { existsSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"
import type { RenderedPage } from "../../src/domain/pages/PageRenderer.ts"

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium"

/** Whether a browser is installed; tests of pages in a browser are skipped otherwise. */
export const hasBrowser = existsSync(executablePath)

const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]

export const launchBrowser = Effect.acquireRelease(
  Effect.promise(() => chromium.launch({ executablePath, args })),
  (browser: Browser) => Effect.promise(() => browser.close())
)

/** A drawn view over a bay, instead of a photograph. */
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" preserveAspectRatio="xMidYMid slice">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#20476b"/>
<stop offset=".55" stop-color="#d98f6c"/><stop offset="1" stop-color="#f3cf9d"/></linearGradient>
<linearGradient id="w" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#c98d70"/>
<stop offset="1" stop-color="#16344f"/></linearGradient></defs><path fill="url(#s)" d="M0 0h1600v560H0z"/>
<circle cx="1090" cy="500" r="92" fill="#ffe9c4"/><path fill="#4b4a63" d="M0 560l240-150 190 95 230-165 260 220z"/>
<path fill="#33405c" d="M760 560l330-120 210 70 300-130v180z"/><path fill="url(#w)" d="M0 560h1600v340H0z"/>
<path fill="#ffe0b2" opacity=".5" d="M1010 575h160l-30 14h-100zM1030 620h120l-34 12h-60zM1050 668h80l-20 10h-40z"/></svg>`

const address = "https://page.example/"

/**
 * Shows a page with its policy in the header, as a browser receives it. Images of `images.example.com` are a picture;
 * other requests get an empty response and are recorded in `asked`.
 */
export const showPage = async (
  page: Page,
  { html, policy }: RenderedPage,
  asked: (url: string) => void = () => {}
): Promise<void> => {
  await page.unroute("**/*")
  await page.route("**/*", async (route) => {
    const url = route.request().url()
    if (url === address) {
      const headers = policy === "" ? {} : { "content-security-policy": policy }
      return route.fulfill({ contentType: "text/html; charset=utf-8", headers, body: html })
    }
    if (url.startsWith("https://images.example.com/")) {
      return route.fulfill({ contentType: "image/svg+xml", body: picture })
    }
    asked(url)
    return route.fulfill({ status: 404, body: "" })
  })
  await page.goto(address, { waitUntil: "load" })
}
