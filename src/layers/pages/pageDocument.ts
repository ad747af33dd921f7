import { raw } from "hono/html"
import { createHash } from "node:crypto"
import type { RenderedPage } from "../../domain/pages/PageRenderer.ts"
import type { PageTheme } from "../../domain/themes/Theme.ts"
import { isHttps } from "./isLink.ts"
import { type Markup, markup } from "./markup.ts"
import { pageStyle } from "./pageStyle.ts"
import { pageWords } from "./pageWords.ts"
import { frameColors, themeStyle } from "./themeStyle.ts"

interface PageParts {
  readonly lang: string
  readonly title: string
  readonly theme: PageTheme
  readonly head: Markup
  readonly bar: Markup | null
  readonly main: Markup
  readonly foot: Markup | null
}

/**
 * The Content-Security-Policy of a page: it may show images and its own style, identified by its hash. It runs no
 * script, submits nothing and cannot be framed. Nothing in it connects either; `connect-src` is for tools that request
 * the site's robots.txt from within the page.
 */
const rules = (style: string) => [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'"
]

/** Whether a language is written right to left (Unicode CLDR), in the script that it names or its default one. */
const isRightToLeft = (lang: string) =>
  /-(?:Arab|Hebr|Thaa|Syrc|Nkoo)(?:-|$)/u.test(lang) ||
  /^(?:ar|ckb|dv|fa|he|ks|nqo|ps|sd|syr|ug|ur|yi)(?:$|-(?![A-Z][a-z]))/u.test(lang)

/** A complete document. It repeats its policy in a meta element for views without the header, such as a preview. */
export const pageDocument = ({ bar, foot, head, lang, main, theme, title }: PageParts): RenderedPage => {
  const words = pageWords(lang)
  const style = themeStyle(theme) + pageStyle
  const policy = rules(style)
  const colors = frameColors(theme)
  const html = markup`<!doctype html>
<html lang="${lang}"${isRightToLeft(lang) ? markup` dir="rtl"` : null}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="theme-color" content="${colors.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${colors.dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${isHttps(theme.logoUrl) ? theme.logoUrl : "data:,"}">
${head}
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#content">${words.marked(words.skip)}</a>
${bar}
<main id="content">
${main}
</main>
${foot}
</body>
</html>
`
  return { html: html.toString(), policy: [...policy, "frame-ancestors 'none'"].join("; ") }
}
