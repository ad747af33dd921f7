import { raw } from "hono/html"
import MarkdownIt from "markdown-it"
import { isLink } from "./isLink.ts"
import type { Markup } from "./markup.ts"

/** CommonMark without HTML and images, whose links lead where pages may link, without a word of where from. */
const parser = new MarkdownIt("commonmark", { html: false }).disable("image")
parser.validateLink = isLink
parser.renderer.rules["link_open"] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("rel", "noopener nofollow")
  return self.renderToken(tokens, index, options)
}

/**
 * Brings headings to the levels that follow from where the text stands: the highest is `first`, and none skips one, so
 * that those who go by headings find their way.
 */
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

/** Markdown as HTML, its highest headings of the level `first`. */
export const markdown = (text: string, first: number): Markup =>
  raw(parser.renderer.render(nested(parser.parse(text, {}), first), parser.options, {}))
