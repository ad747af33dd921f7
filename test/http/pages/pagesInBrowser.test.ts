import { assert, describe, it } from "@effect/vitest"
import axe from "axe-core"
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import type { PageBlock } from "../../../src/domain/pages/PageBlock.ts"
import type { PageModel } from "../../../src/domain/pages/PageModel.ts"
import { contrast } from "../../../src/domain/themes/contrast.ts"
import { contrastWarnings } from "../../../src/domain/themes/contrastWarnings.ts"
import type { ThemeColors } from "../../../src/domain/themes/Theme.ts"
import { makePageRenderer } from "../../../src/layers/PageRendererLayer.ts"
import { hasBrowser, launchBrowser, showPage } from "../../support/pages/pageBrowser.ts"
import { exampleBlocks, exampleImage, exampleModel, exampleThemes } from "../../support/pages/pageExamples.ts"
import { poisonedPage } from "../../support/pages/poisonedPage.ts"
import { openWatched, ranOf } from "../../support/pages/scriptsInBrowser.ts"
import { scriptVectors } from "../../support/pages/scriptVectors.ts"

const renderer = makePageRenderer(undefined)

/** Loads axe, which the page's policy forbids as a script element. */
const loadAxe = (page: Page) => page.evaluate(`${axe.source}; undefined`)

/** Opens every answer of the page. */
const unfold = (page: Page) =>
  page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")

/** The violations axe finds in the current state of the page, one line per element. */
const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  const results: axe.AxeResults = await page.evaluate("axe.run(document)")
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** Console errors, requests, overflow and axe violations of a page, with `details` open, by scheme and width. */
const faults = async (browser: Browser, model: PageModel) => {
  const page = await browser.newPage()
  const found: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text())
  })
  await showPage(page, renderer.page(model), (url) => found.push(`asks for ${url}`))
  await loadAxe(page)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await unfold(page)
      const isWide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
      if (isWide === true) found.push(`${width}: wider than the window`)
      found.push(...(await violations(page)).map((line) => `${colorScheme} ${width}: ${line}`))
    }
  }
  await page.close()
  return found
}

/** Readable on black and on white: 4.6 on both. */
const gray = "#757575"
const ofBoth = { background: "#000000", surface: "#ffffff" } as const
const readable = { text: gray, muted: gray, primary: gray, secondary: gray, accent: gray } as const

/** Themes in which every text is readable, and those in which one token is unreadable on the page or on cards. */
const contrasts: ReadonlyArray<readonly [name: string, colors: ThemeColors]> = [
  ["every token is readable", { ...ofBoth, ...readable }],
  ...Object.keys(readable).flatMap((token) => [
    [`${token} is unreadable on the page`, { ...ofBoth, ...readable, [token]: "#222222" }] as const,
    [`${token} is unreadable on cards`, { ...ofBoth, ...readable, [token]: "#eeeeee" }] as const
  ])
]

/** The numbers of lists, and the signs that unfold an answer: axe does not look at them. */
const onMarkers = "accent/background"

/** The texts of the light scheme that axe finds hard to read. */
const illegible = async (page: Page, model: PageModel): Promise<ReadonlyArray<string>> => {
  await showPage(page, renderer.page(model))
  await loadAxe(page)
  await unfold(page)
  const results: axe.AxeResults = await page.evaluate("axe.run(document, { runOnly: ['color-contrast'] })")
  return results.violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 160)))
}

/** A text that no line has room for. It is a URL, so that a page of it has its images and buttons. */
const longText = `https://images.example.com/${"Zimmerreservierungsbestaetigung".repeat(4)}`

/** The elements with text outside of the box or the window that cuts it. */
const cutTexts = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`[document.documentElement, ...document.querySelectorAll("body *")].filter((one) => {
    const { right } = one.closest(".hero, .call, .card, .place, html").getBoundingClientRect()
    const isText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "")
    return one === document.documentElement
      ? one.scrollWidth > one.clientWidth
      : isText && Math.round(one.getBoundingClientRect().right) > Math.round(right)
  }).map((one) => one.outerHTML.slice(0, 160))`)

/** A hero on the primary colour. */
const bareHero: PageBlock = { type: "hero", heading: "Welcome", button: { label: "See the map", href: "#map" } }

interface Outline {
  readonly element: string
  readonly color: string
  readonly behind: string
}

/** The focus outline of each link, button and question, and the colour behind it; without an outline, that for both. */
const outlinesOf = (page: Page): Promise<ReadonlyArray<Outline>> =>
  page.evaluate(`[...document.querySelectorAll("a, summary")].map((one) => {
    one.focus()
    let behind = one.parentElement
    const backOf = (element) => getComputedStyle(element).backgroundColor
    while (backOf(behind) === "rgba(0, 0, 0, 0)") behind = behind.parentElement
    const { outlineColor, outlineStyle } = getComputedStyle(one)
    return { element: one.outerHTML, color: outlineStyle === "solid" ? outlineColor : backOf(behind), behind: backOf(behind) }
  })`)

/** `rgb(r, g, b)` as `#rrggbb`. */
const hexOf = (color: string) =>
  `#${[...color.matchAll(/\d+/gu)].map(([channel]) => Number(channel).toString(16).padStart(2, "0")).join("")}`

describe.skipIf(!hasBrowser)("pages in a browser (skipped without Chromium)", () => {
  it.live(
    `PAR-075: none of ${scriptVectors.length} script vectors runs in any field of a page, even without its policy`,
    () =>
      Effect.gen(function* () {
        assert.isAtLeast(new Set(scriptVectors).size, 100)
        const browser = yield* launchBrowser
        const { found, page } = yield* openWatched(browser)
        for (const vector of scriptVectors) {
          found.push(...(yield* ranOf(page, renderer.page(poisonedPage(vector)).html, vector)))
        }
        assert.strictEqual(found.join("\n"), "")
      }).pipe(Effect.scoped)
  )

  for (const [name, theme] of Object.entries(exampleThemes)) {
    it.live(`A-140: each block and a whole page in theme ${name} have no faults in both schemes and three widths`, () =>
      Effect.gen(function* () {
        const browser = yield* launchBrowser
        const models = [
          ...exampleBlocks.map((block) => exampleModel([block], theme)),
          {
            ...exampleModel(exampleBlocks, { ...theme, logoUrl: "https://images.example.com/logo.svg" }),
            featuredImage: exampleImage
          }
        ]
        const found: Array<ReadonlyArray<string>> = []
        for (const model of models) found.push(yield* Effect.promise(() => faults(browser, model)))
        assert.deepStrictEqual(found.flat(), [])
      }).pipe(Effect.scoped)
    )
  }

  it.live("A-133: a theme has contrast warnings exactly when axe finds text of its light scheme hard to read", () =>
    Effect.gen(function* () {
      const browser = yield* launchBrowser
      const page = yield* Effect.promise(() => browser.newPage())
      for (const [name, colors] of contrasts) {
        const model = exampleModel(exampleBlocks, { ...exampleThemes.harbour, colors })
        const found = yield* Effect.promise(() => illegible(page, model))
        const warnings = contrastWarnings(colors).filter(({ pair }) => pair !== onMarkers)
        assert.strictEqual(warnings.length > 0, found.length > 0, `${name}: ${found.join("\n")}`)
      }
    }).pipe(Effect.scoped)
  )

  it.live(
    "A-140: no text is wider than its place or the window, even in words longer than a line of a small phone",
    () =>
      Effect.gen(function* () {
        const browser = yield* launchBrowser
        const page = yield* Effect.promise(() => browser.newPage())
        yield* Effect.promise(() => showPage(page, renderer.page(poisonedPage(longText))))
        yield* Effect.promise(() => unfold(page))
        for (const width of [320, 390, 820, 1440]) {
          yield* Effect.promise(() => page.setViewportSize({ width, height: 900 }))
          assert.deepStrictEqual(yield* Effect.promise(() => cutTexts(page)), [], `${width}`)
        }
      }).pipe(Effect.scoped)
  )

  it.live("A-140: the outline of the focused element stands out from its background, in both schemes", () =>
    Effect.gen(function* () {
      const browser = yield* launchBrowser
      const page = yield* Effect.promise(() => browser.newPage())
      const outlines: Array<Outline> = []
      for (const theme of Object.values(exampleThemes)) {
        const model = exampleModel([bareHero, ...exampleBlocks], theme)
        yield* Effect.promise(() => showPage(page, renderer.page(model)))
        for (const colorScheme of ["light", "dark"] as const) {
          yield* Effect.promise(() => page.emulateMedia({ colorScheme }))
          outlines.push(...(yield* Effect.promise(() => outlinesOf(page))))
        }
      }
      assert.isAtLeast(outlines.filter(({ element }) => element.includes("button")).length, 16)
      assert.deepStrictEqual(
        outlines.filter(({ color, behind }) => contrast(hexOf(color), hexOf(behind)) < 3),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.live("A-141: gate pages and notices have no axe violations in both schemes", () =>
    Effect.gen(function* () {
      const browser = yield* launchBrowser
      const found: Array<string> = []
      for (const rendered of [
        renderer.gate(exampleModel(), "unauthenticated"),
        renderer.gate(exampleModel(), "notEnrolled"),
        renderer.notice("missing"),
        renderer.notice("gone")
      ]) {
        const page = yield* Effect.promise(() => browser.newPage())
        yield* Effect.promise(() => showPage(page, rendered))
        yield* Effect.promise(() => loadAxe(page))
        for (const colorScheme of ["light", "dark"] as const) {
          yield* Effect.promise(() => page.emulateMedia({ colorScheme }))
          found.push(...(yield* Effect.promise(() => violations(page))))
        }
        yield* Effect.promise(() => page.close())
      }
      assert.deepStrictEqual(found, [])
    }).pipe(Effect.scoped)
  )
})
