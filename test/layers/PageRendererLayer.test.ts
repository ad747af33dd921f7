import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { PageBlock } from "../../src/domain/pages/PageBlock.ts"
import { markdown } from "../../src/layers/pages/markdown.ts"
import { makePageRenderer } from "../../src/layers/PageRendererLayer.ts"
import { exampleBlocks, exampleModel, exampleThemes } from "../support/pages/pageExamples.ts"
import { poisonedPage } from "../support/pages/poisonedPage.ts"
import { scriptVectors } from "../support/pages/scriptVectors.ts"

const renderer = makePageRenderer("https://hub.example")

const main = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"))

const rendered = (block: PageBlock) => main(renderer.page(exampleModel([block])).html)

const example = <Type extends PageBlock["type"]>(type: Type) => {
  const found = exampleBlocks.find((block): block is Extract<PageBlock, { type: Type }> => block.type === type)
  return found ?? assert.fail(type)
}

const holds = (html: string, ...parts: ReadonlyArray<string>) => {
  for (const part of parts) assert.include(html, part)
}

const text = (source: string) => markdown(source, 3).toString().trim()

describe("pages as HTML", () => {
  it.effect("a hero has its heading, text, image and button", () =>
    Effect.sync(() => {
      const block = example("hero")
      holds(
        rendered(block),
        '<section class="block wrap" id="hero"><div class="hero pictured"><img src="https://images.example.com/bay.jpg" alt=""',
        "<h2>Stay a little longer</h2><p>Mornings without an alarm",
        '<a class="button" href="#offers">See the offers</a>'
      )
      const bare = rendered({ type: "hero", heading: "Only this" })
      holds(bare, '<div class="hero">', "<h2>Only this</h2></div>")
      assert.notInclude(bare, "<img")
      const heading = "Übernachtungsgutscheine"
      holds(rendered({ type: "hero", heading }), `<h2 class="long">${heading}</h2>`)
      holds(renderer.page({ ...exampleModel([]), title: heading }).html, `<h1 class="long">${heading}</h1>`)
    })
  )

  it.effect("a page in a language written from right to left has the dir rtl, and others have none", () =>
    Effect.sync(() => {
      const opening = (locale: string) => {
        const { html } = renderer.page({ ...exampleModel([]), locale })
        return html.slice(html.indexOf("<html"), html.indexOf(">", html.indexOf("<html")) + 1)
      }
      for (const locale of ["ar", "he-IL", "fa", "az-Arab-IR", "ur"]) {
        assert.strictEqual(opening(locale), `<html lang="${locale}" dir="rtl">`)
      }
      for (const locale of ["en", "pt-BR", "arn", "uz-Latn-UZ", "ks-Deva"]) {
        assert.strictEqual(opening(locale), `<html lang="${locale}">`)
      }
    })
  )

  it.effect(
    "names in either direction keep their order in a line, and the style names no sides but start and end",
    () =>
      Effect.sync(() => {
        const { html } = renderer.page(exampleModel([example("map")]))
        holds(html, "<p><bdi>The Harbour House</bdi> · <bdi>1 Quay Street</bdi> · <bdi>10000 Lisbon</bdi>")
        holds(html, "★ </span>4.6 out of 5")
        const style = html.slice(html.indexOf("<style>"), html.indexOf("</style>"))
        assert.notMatch(
          style,
          /(?:padding|margin|border)-(?:left|right)|[{;](?:left|right|float|text-align):(?!center|start)/u
        )
      })
  )

  it.effect("text is Markdown below its heading, an image has its alt text and caption", () =>
    Effect.sync(() => {
      holds(
        rendered(example("text")),
        '<h2>The house</h2><div class="prose"><p>Forty rooms',
        "<li><strong>Breakfast</strong> until noon</li>"
      )
      holds(
        rendered(example("image")),
        '<figure class="picture"><img src="https://images.example.com/terrace.jpg" alt="The terrace at dusk, with the bay behind it"',
        "<figcaption>The terrace is open from May to October.</figcaption>"
      )
      assert.notInclude(rendered({ type: "image", imageUrl: "https://a.example/x", alt: "x" }), "figcaption")
    })
  )

  it.effect("offers and perks are listed in their order, without those that are gone", () =>
    Effect.sync(() => {
      const offers = rendered({ type: "offers", heading: "H", offerIds: ["offer-spa", "gone", "offer-museum"] })
      holds(
        offers,
        "<h3>A day in the spa</h3>",
        '<p class="until">Until March 31, 2027</p><p class="price">4,200 points</p></div>'
      )
      holds(offers, '<h3>Museum pass</h3><p class="price">800 points</p></div>')
      assert.isBelow(offers.indexOf("A day in the spa"), offers.indexOf("Museum pass"))
      assert.strictEqual(offers.split('class="card"').length, 3)
      const bare = rendered({ type: "offers", offerIds: ["offer-museum"] })
      holds(bare, "<h2>Museum pass</h2>")
      const perks = rendered({ type: "perks", benefitIds: ["benefit-wifi", "benefit-late"] })
      holds(perks, "<strong>Fast wireless</strong></div>", "<strong>Late check-out</strong><span>Your room is yours")
      for (const block of [
        { type: "offers", heading: "H", offerIds: ["gone"] },
        { type: "perks", heading: "H", benefitIds: ["gone"] }
      ] as const) {
        assert.notInclude(rendered(block), "<section")
      }
    })
  )

  it.effect("a map is the address of the venue, with a link to OpenStreetMap", () =>
    Effect.sync(() => {
      holds(
        rendered(example("map")),
        "<h2>How to find us</h2>",
        "<h3>The Harbour House</h3>",
        "1 Quay Street<br>10000 Lisbon<br>Portugal",
        '<a href="tel:+351215550100" dir="ltr">+351 21 555 0100</a>',
        "4.6 out of 5 · 1,284 reviews",
        'href="https://www.openstreetmap.org/?mlat=38.7223&amp;mlon=-9.1393#map=16/38.7223/-9.1393"'
      )
      const model = { ...exampleModel([example("map")]), venue: null }
      assert.notInclude(renderer.page(model).html, "<address>")
    })
  )

  it.effect("a call to action has its button, and questions open their answers", () =>
    Effect.sync(() => {
      holds(
        rendered(example("callToAction")),
        "<h2>Not a member yet?</h2><p>Join at the desk",
        '<a class="button inverse" href="mailto:desk@hotel.example">Write to us</a>'
      )
      holds(
        rendered(example("faq")),
        '<h2>Questions</h2><div class="answers"><details><summary>When can I check in?</summary>',
        "<p>From <strong>3 p.m.</strong> on; earlier if your room is ready.</p>"
      )
    })
  )

  it.effect("each block has an id to link to, numbered from the second of a type on", () =>
    Effect.sync(() => {
      const { html } = renderer.page(exampleModel([example("text"), example("faq"), example("text")]))
      assert.deepStrictEqual(
        [...html.matchAll(/<section class="block wrap" id="([^"]+)"/gu)].map(([, id]) => id),
        ["text", "faq", "text-2"]
      )
    })
  )

  it.effect("PAR-083: images are below a public URL with a path, but not at the page's own hostname", () =>
    Effect.sync(() => {
      const below = makePageRenderer("https://example.com/hub")
      const featuredImage = { imageId: "i", alt: "", width: 300, height: 200, contentType: "image/webp", bytes: 1 }
      const model = { ...exampleModel([]), featuredImage }
      holds(
        below.page({ ...model, hostname: null }).html,
        'srcset="/hub/media/images/i/300.avif 300w"',
        '<img src="/hub/media/images/i/300.webp"',
        '<meta property="og:image" content="https://example.com/hub/media/images/i/300.webp">'
      )
      holds(
        below.page(model).html,
        '<img src="/media/images/i/300.webp"',
        '<meta property="og:image" content="https://stay.harbour.example/media/images/i/300.webp">'
      )
    })
  )

  it.effect("a featured image is offered in each stored width, never wider than the original", () =>
    Effect.sync(() => {
      const image = { imageId: "i", alt: "The bay", width: 1000, height: 500, contentType: "image/png", bytes: 1 }
      const { html } = renderer.page({ ...exampleModel(), featuredImage: image })
      const srcset = (format: string) =>
        `/media/images/i/480.${format} 480w, /media/images/i/960.${format} 960w, /media/images/i/1000.${format} 1000w"`
      holds(html, `type="image/avif" srcset="${srcset("avif")}`, `type="image/webp" srcset="${srcset("webp")}`)
      holds(html, '<img src="/media/images/i/1000.webp" alt="The bay" width="1000" height="500"')
      holds(html, '<meta property="og:image" content="https://stay.harbour.example/media/images/i/1000.webp">')
      assert.notInclude(html, "1600")
      assert.include(
        renderer.page({ ...exampleModel(), featuredImage: { ...image, width: 300 } }).html,
        "300.webp 300w"
      )
    })
  )

  it.effect("PAR-076: metadata come from the page's SEO settings, or else from the page itself", () =>
    Effect.sync(() => {
      const plain = renderer.page(exampleModel()).html
      holds(
        plain,
        "<title>A summer by the sea</title>",
        '<meta name="description" content="Forty rooms above the harbour, and a table on the terrace">',
        '<meta name="robots" content="index,follow">',
        '<link rel="canonical" href="https://stay.harbour.example/">',
        '<meta property="og:title" content="A summer by the sea">',
        '<meta property="og:site_name" content="Harbour Hotels">',
        '<meta name="twitter:card" content="summary">'
      )
      const set = renderer.page({
        ...exampleModel(),
        hostname: null,
        locale: "pt-BR",
        seo: {
          title: "Title",
          description: "Description",
          canonicalUrl: "https://elsewhere.example/",
          robots: "noindex,nofollow",
          ogImageUrl: "https://elsewhere.example/og.png"
        }
      }).html
      holds(
        set,
        '<html lang="pt-BR">',
        "<title>Title</title>",
        '<meta name="description" content="Description">',
        '<meta name="robots" content="noindex,nofollow">',
        '<link rel="canonical" href="https://elsewhere.example/">',
        '<meta property="og:image" content="https://elsewhere.example/og.png">',
        '<meta property="og:locale" content="pt_BR">'
      )
      const own = renderer.page({ ...exampleModel(), hostname: null }).html
      holds(own, '<link rel="canonical" href="https://hub.example/p/harbour-hotels/summer">')
    })
  )

  it.effect("a venue's page describes the hotel in JSON-LD, which no text can close", () =>
    Effect.sync(() => {
      const data = (html: string): unknown => JSON.parse(/ld\+json">(.*?)<\/script>/su.exec(html)?.[1] ?? "null")
      const { venue } = exampleModel()
      const name = "</script><script>alert(1)</script>\u2028"
      const { html } = renderer.page({ ...exampleModel(), venue: venue === null ? null : { ...venue, name } })
      assert.strictEqual(html.split("</script>").length, 2)
      assert.deepStrictEqual(data(html), {
        "@context": "https://schema.org",
        "@type": "Hotel",
        name,
        address: {
          "@type": "PostalAddress",
          addressLocality: "Lisbon",
          addressCountry: "Portugal",
          streetAddress: "1 Quay Street",
          postalCode: "10000"
        },
        geo: { "@type": "GeoCoordinates", latitude: 38.7223, longitude: -9.1393 },
        url: "https://stay.harbour.example/",
        telephone: "+351 21 555 0100",
        image: "https://images.example.com/facade.jpg",
        starRating: { "@type": "Rating", ratingValue: 4 },
        aggregateRating: { "@type": "AggregateRating", ratingValue: 4.6, reviewCount: 1284, bestRating: 5 }
      })
      assert.isNull(data(renderer.page({ ...exampleModel(), venue: null }).html))
    })
  )

  it.effect("a logo replaces the organization's name, and has it as alt text", () =>
    Effect.sync(() => {
      const theme = { ...exampleThemes.harbour, logoUrl: "https://a.example/logo.svg" }
      holds(
        renderer.page(exampleModel([], theme)).html,
        '<header class="bar"><div class="wrap"><img src="https://a.example/logo.svg" alt="Harbour Hotels"'
      )
      holds(renderer.page(exampleModel([])).html, '<header class="bar"><div class="wrap"><p>Harbour Hotels</p>')
    })
  )

  it.effect("in the dark scheme, a logo stands on the background of the light one, unless that is dark too", () =>
    Effect.sync(() => {
      const onBackground = (background: string) =>
        renderer.page(exampleModel([], { ...exampleThemes.harbour, colors: { background } })).html
      holds(onBackground("#fbfaf7"), "dark){:root{--logo-back:#fbfaf7;")
      assert.notInclude(onBackground("#101010"), "--logo-back:#")
    })
  )

  it.effect("fixed texts are in the page's language, or in English", () =>
    Effect.sync(() => {
      const words = (locale: string) => renderer.page({ ...exampleModel(), locale }).html
      holds(words("de"), '<html lang="de">', "Zum Inhalt", "2.500 Punkte", "Bis 31. März 2027")
      holds(words("fr"), "Aller au contenu")
      holds(words("es"), "Ir al contenido")
      holds(words("pt-PT"), '<html lang="pt-PT">', "Ir para o conteúdo", "Até 31 de março de 2027")
      holds(words("it"), "Vai al contenuto", "2500 punti")
      holds(words("nl"), "Naar de inhoud", "2.500 punten")
      const marked = (text: string) => `<bdi lang="en">${text}</bdi>`
      const inEnglish = ["Skip to content", "2,500 points", "Until March 31, 2027", "Open in OpenStreetMap"]
      holds(words("fi"), '<html lang="fi">', ...inEnglish.map(marked), marked("4.6 out of 5 · 1,284 reviews"))
      holds(words("ar"), '<html lang="ar" dir="rtl">', ...inEnglish.map(marked))
      const gate = renderer.gate({ ...exampleModel(), locale: "fi" }, "notEnrolled").html
      holds(gate, `<h1>${marked("For members")}</h1>`)
      assert.notInclude(words("en") + words("de"), '<bdi lang="en">')
    })
  )

  it.effect("A-142: Markdown yields no HTML of its own and no images, and only links that pages may have", () =>
    Effect.sync(() => {
      assert.strictEqual(text("a <b>c</b>"), "<p>a &lt;b&gt;c&lt;/b&gt;</p>")
      const linked = (href: string) => `<p><a href="${href}" rel="noopener nofollow">x</a></p>`
      for (const href of ["https://a.example/", "mailto:a@b.example", "tel:+351", "/rooms", "#map"]) {
        assert.strictEqual(text(`[x](${href})`), linked(href))
      }
      for (const href of ["http://a.example", "javascript:a", "data:text/html,x", "//a.example", "rooms", "ftp://a"]) {
        assert.notInclude(text(`[x](${href})`), "<a", href)
      }
      assert.notInclude(text("![x](https://a.example/x.png)"), "<img")
    })
  )

  it.effect("A-142: headings of Markdown start at the level of their place, and skip no level", () =>
    Effect.sync(() => {
      const levels = (source: string) => [...text(source).matchAll(/<h(\d)>/gu)].map(([, level]) => Number(level))
      assert.deepStrictEqual(levels("# a\n\n## b\n\n# c"), [3, 4, 3])
      assert.deepStrictEqual(levels("### a\n\n# b\n\n###### c\n\n## d"), [3, 3, 4, 4])
      assert.deepStrictEqual(levels("# a\n## b\n### c\n#### d\n##### e"), [3, 4, 5, 6, 6])
    })
  )

  it.effect("PAR-075: whatever the texts of a page contain, no tag and no attribute comes of it", () =>
    Effect.sync(() => {
      const tags = (html: string) => [
        ...html
          .replace(/<style>.*?<\/style>|<script type="application\/ld\+json">.*?<\/script>/gsu, "")
          .matchAll(/<(\/?[a-z][a-z0-9]*)((?:\s+[a-z:-]+(?:="[^"]*")?)*)\s*\/?>/giu)
      ]
      const allowed = new Set(
        "html head meta title link style body a header div p main h1 h2 h3 h4 h5 h6 section picture source img span ul ol li strong em details summary svg path circle address br bdi footer figure figcaption blockquote code pre hr".split(
          " "
        )
      )
      for (const vector of scriptVectors) {
        const page = poisonedPage(vector)
        const inLocale = { ...page, locale: vector, blocks: [] }
        for (const [html, dataBlocks] of [
          [renderer.page(page).html, 1],
          [renderer.page(inLocale).html, 1],
          [renderer.gate(inLocale, "unauthenticated").html, 0],
          [renderer.gate(inLocale, "notEnrolled").html, 0]
        ] as const) {
          const visible = html.replace(/<style>.*?<\/style>|<script type="application\/ld\+json">.*?<\/script>/gsu, "")
          assert.strictEqual(html.split(/<script/iu).length, dataBlocks + 1, vector)
          for (const [, name = "", attributes = ""] of tags(html)) {
            assert.isTrue(allowed.has(name.replace("/", "").toLowerCase()), `${vector}: ${name}`)
            assert.notMatch(attributes.replaceAll(/"[^"]*"/gu, '""'), /\son\w+\s*=/iu, vector)
            assert.notMatch(attributes, /(?:href|src)="(?!https:|mailto:|tel:|data:,"|#|\/)[^"]/iu, vector)
          }
          assert.strictEqual(
            (visible.match(/</gu) ?? []).length - 1,
            tags(html).length,
            `${vector}: every < is a tag of ours`
          )
        }
      }
    })
  )
})
