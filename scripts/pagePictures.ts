import { Effect } from "effect"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { makePageRenderer } from "../src/layers/PageRendererLayer.ts"
import type { PageModel } from "../src/domain/pages/PageModel.ts"
import { launchBrowser, showPage } from "../test/support/pages/pageBrowser.ts"
import { exampleBlocks, exampleImage, exampleModel, exampleThemes } from "../test/support/pages/pageExamples.ts"

/**
 * Generates the pictures in docs/pages: each block in two themes (one in its dark scheme) and three widths, and a whole
 * page. Review them when the renderer changes: `node scripts/pagePictures.ts`.
 */
const directory = join(import.meta.dirname, "../docs/pages")
const widths = [390, 820, 1280]
const schemes = { harbour: "light", ember: "dark" } as const
const renderer = makePageRenderer(undefined)

interface Shot {
  readonly name: string
  readonly model: PageModel
  readonly width: number
  readonly scheme: "light" | "dark"
  /** The part of the page to capture; by default its top. */
  readonly selector?: string
  readonly scale: number
}

const shoot = async (browser: Browser, { model, name, scale, scheme, selector, width }: Shot) => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: "reduce" })
  await showPage(page, renderer.page(model))
  await page.evaluate("document.querySelectorAll('details').forEach((one, index) => { one.open = index === 0 })")
  const box =
    selector === undefined
      ? { x: 0, y: 0, width, height: 1500 }
      : ((await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width, height: 900 })
  const margin = selector === undefined ? 0 : 20
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send("Page.captureScreenshot", {
    format: "webp",
    quality: 70,
    captureBeyondViewport: true,
    clip: { x: 0, y: box.y - margin, width, height: box.height + 2 * margin, scale }
  })
  await writeFile(join(directory, `${name}.webp`), Buffer.from(data, "base64"))
  await page.close()
}

const shots: ReadonlyArray<Shot> = [
  ...exampleBlocks.flatMap((block) =>
    (["harbour", "ember"] as const).flatMap((theme) =>
      widths.map((width) => ({
        name: `${block.type}-${theme}-${width}`,
        model: exampleModel([block], exampleThemes[theme]),
        width,
        scheme: schemes[theme],
        selector: "section",
        scale: 0.6
      }))
    )
  ),
  { name: "page", model: { ...exampleModel(), featuredImage: exampleImage }, width: 1280, scheme: "light", scale: 0.75 }
]

const program = Effect.scoped(
  Effect.gen(function* () {
    yield* Effect.promise(() => mkdir(directory, { recursive: true }))
    const browser = yield* launchBrowser
    for (const shot of shots) yield* Effect.promise(() => shoot(browser, shot))
  })
)

await Effect.runPromise(program)
