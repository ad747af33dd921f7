import { html } from "hono/html"
import type { HtmlEscapedString } from "hono/utils/html"

/** HTML that may stand in other HTML as it is. */
export type Markup = HtmlEscapedString

/** A piece of HTML: what is put into it is escaped, unless it is such a piece itself. Null and false are left out. */
export const markup = (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>): Markup => {
  const made = html(strings, ...values)
  if (made instanceof Promise) throw new TypeError("A page is made of what is there")
  return made
}

/** Nothing. */
export const nothing = markup``
