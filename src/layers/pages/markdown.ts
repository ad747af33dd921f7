import { raw } from "hono/html"
import MarkdownIt from "markdown-it"
import { isLink } from "./isLink.ts"
import type { Markup } from "./markup.ts"

/** CommonMark without HTML and images. Links are limited to those `isLink` allows and send no referrer. */
const parser = new MarkdownIt("commonmark", { html: false }).disable("image")
parser.validateLink = isLink
parser.renderer.rules["link_open"] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("rel", "noopener nofollow")
  return self.renderToken(tokens, index, options)
}

/** Renumbers headings to start at level `first` and skip none, so that screen readers can navigate by them. */
const nested = (tokens: ReturnType<typeof parser.parse>, first: number) => {
  const open: Array<number> = []
  for (const token of tokens) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue
    if (token.type === "heading_open") {
      const written = Number(token.tag.slice(1))
      while ((open.at(-1) ?? 0) >= written) open.pop()
      open.push(written)
    }
    token.tag = `h${Math.min(6, first + open.length - 1)}`
  }
  return tokens
}

/** Markdown as HTML, with its top headings at level `first`. */
export const markdown = (text: string, first: number): Markup =>
  raw(parser.renderer.render(nested(parser.parse(text, {}), first), parser.options, {}))
