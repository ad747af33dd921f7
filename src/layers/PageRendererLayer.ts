import { Effect, Layer } from "effect"
import { imageUrls } from "../domain/pages/imageUrls.ts"
import type { FeaturedImage } from "../domain/pages/PageContent.ts"
import type { PageModel } from "../domain/pages/PageModel.ts"
import { type PageNotice, PageRenderer } from "../domain/pages/PageRenderer.ts"
import { defaultTheme } from "../domain/themes/Theme.ts"
import { Configuration } from "./Configuration.ts"
import { isHttps } from "./pages/isLink.ts"
import { markdown } from "./pages/markdown.ts"
import { markup, nothing } from "./pages/markup.ts"
import { addressLines, headingSize, pageBlocks, phoneLink } from "./pages/pageBlocks.ts"
import { pageDocument } from "./pages/pageDocument.ts"
import { pageHead } from "./pages/pageHead.ts"
import { pageWords } from "./pages/pageWords.ts"

const noIndex = markup`<meta name="robots" content="noindex,nofollow">`

/** The path at which the service is reached from a page: that of its public URL, but none at the page's own hostname. */
const basePath = ({ hostname }: PageModel, publicUrl: string | undefined) =>
  hostname !== null || publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/$/, "")

const featured = (image: FeaturedImage, base: string) => {
  const { avif, fallback, webp } = imageUrls(image, base)
  const sizes = "(min-width: 73rem) 39rem, (min-width: 56rem) 54vw, 100vw"
  return markup`<picture><source type="image/avif" srcset="${avif}" sizes="${sizes}"><source type="image/webp" srcset="${webp}" sizes="${sizes}"><img src="${fallback}" alt="${image.alt}" width="${image.width}" height="${image.height}" fetchpriority="high" decoding="async"></picture>`
}

const bar = ({ organization, theme }: PageModel) =>
  markup`<header class="bar"><div class="wrap">${
    isHttps(theme.logoUrl)
      ? markup`<img src="${theme.logoUrl}" alt="${organization.name}" referrerpolicy="no-referrer">`
      : markup`<p>${organization.name}</p>`
  }</div></header>`

const foot = ({ organization, venue }: PageModel) =>
  markup`<footer class="foot"><div class="wrap"><p class="name">${organization.name}</p>${
    venue === null
      ? null
      : markup`<p>${[venue.name, ...addressLines(venue)].map((line, index) => markup`${index === 0 ? null : " · "}<bdi>${line}</bdi>`)}${
          venue.phone === null ? null : markup`${" · "}${phoneLink(venue.phone)}`
        }</p>`
  }</div></footer>`

const opening = ({ body, featuredImage, headline, title }: PageModel, base: string) =>
  markup`<div class="opening wrap"><h1${headingSize(title)}>${title}</h1>${headline === null ? null : markup`<p class="lead">${headline}</p>`}${
    featuredImage === null ? null : markup`<div class="featured">${featured(featuredImage, base)}</div>`
  }${body.trim() === "" ? null : markup`<div class="prose">${markdown(body, 2)}</div>`}</div>`

const notices: Readonly<Record<PageNotice, readonly [title: string, text: string]>> = {
  missing: ["There is no page here", "Check the address, or ask whoever gave it to you."],
  gone: ["This page is no longer here", "The hotel has taken it offline."],
  unavailable: ["This page is not available right now", "Try again in a moment."],
  limited: ["Too many requests", "Try again in a minute."],
  wrongMethod: ["A page can only be read", "Ask for it with GET or HEAD."],
  broken: ["Something went wrong", "Try again in a moment."]
}

/** Renders pages. Those without a hostname of their own have addresses below `publicUrl`. */
export const makePageRenderer = (publicUrl: string | undefined): PageRenderer["Service"] => ({
  page: (model) =>
    pageDocument({
      lang: model.locale,
      title: model.seo.title ?? model.title,
      theme: model.theme,
      head: pageHead(model, publicUrl),
      bar: bar(model),
      main: markup`${opening(model, basePath(model, publicUrl))}${pageBlocks(model)}`,
      foot: foot(model)
    }),
  gate: (model, refusal) => {
    const words = pageWords(model.locale)
    return pageDocument({
      lang: model.locale,
      title: `${words.members} · ${model.organization.name}`,
      theme: model.theme,
      head: noIndex,
      bar: bar(model),
      main: markup`<div class="note wrap"><h1>${words.marked(words.members)}</h1><p class="lead">${words.marked(
        words[refusal](model.organization.name)
      )}</p></div>`,
      foot: foot(model)
    })
  },
  notice: (notice) => {
    const [title, text] = notices[notice]
    return pageDocument({
      lang: "en",
      title,
      theme: defaultTheme,
      head: noIndex,
      bar: nothing,
      main: markup`<div class="note wrap"><h1>${title}</h1><p class="lead">${text}</p></div>`,
      foot: null
    })
  }
})

export const layer = Layer.effect(
  PageRenderer,
  Effect.map(Configuration, ({ publicUrl }) => makePageRenderer(publicUrl))
)
