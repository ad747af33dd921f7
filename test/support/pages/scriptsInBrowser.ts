import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { showPage } from "./pageBrowser.ts"
import { vectorHost } from "./scriptVectors.ts"

/** The requests that a page of vectors may make: for its own images, and for those at a vector that is a URL. */
const images = ["https://page.example/media/images/", vectorHost]

const look = async (page: Page, html: string, vector: string): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  const bare = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/u, "")
  await showPage(page, { html: bare, policy: "" }, (url) => {
    if (!images.some((place) => url.startsWith(place))) found.push(`asks for ${url}`)
  })
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(`document.querySelectorAll("details").forEach((one) => { one.open = true })
      document.querySelectorAll("*").forEach((one) => {
        one.focus?.()
        for (const type of ["mouseover", "focus", "click", "toggle"]) {
          if (one.tagName !== "A" || type !== "click") one.dispatchEvent(new Event(type, { bubbles: true }))
        }
      })`)
    const traces = await page.evaluate(`[
      window.__ran === undefined ? "" : "a script ran",
      ...[...document.querySelectorAll("a")].filter(({ protocol }) =>
        !["https:", "mailto:", "tel:"].includes(protocol)).map(({ href }) => "links to " + href),
      ...[...document.querySelectorAll("script:not([type='application/ld+json']),iframe,object,embed,form,base,svg script")]
        .map(({ outerHTML }) => outerHTML),
      ...[...document.querySelectorAll("*")].flatMap((one) => one.getAttributeNames())
        .filter((name) => name.startsWith("on") || name === "style" || name === "srcdoc")
    ].filter((line) => line !== "")`)
    if (Array.isArray(traces)) found.push(...traces.map((line) => `${vector}: ${colorScheme}: ${String(line)}`))
  }
  return found
}

/** A page whose dialogs and script errors are recorded in `found`, one line each. */
export const openWatched = Effect.fnUntraced(function* (browser: Browser) {
  const page = yield* Effect.promise(() => browser.newPage())
  const found: Array<string> = []
  page.on("dialog", (dialog) => {
    found.push(`dialog: ${dialog.message()}`)
    dialog.dismiss().catch(() => undefined)
  })
  page.on("pageerror", (error) => found.push(`a script failed: ${String(error)}`))
  return { page, found }
})

/** The scripts that ran in a page of vectors without its blocking policy, one line each. */
export const ranOf = (page: Page, html: string, vector: string) => Effect.promise(() => look(page, html, vector))
