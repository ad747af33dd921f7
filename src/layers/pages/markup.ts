import { html } from "hono/html"
import type { HtmlEscapedString } from "hono/utils/html"

/** HTML that can be embedded in other HTML unescaped. */
export type Markup = HtmlEscapedString

/** An HTML template tag: values are escaped unless they are markup themselves; null and false are left out. */
export const markup = (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>): Markup => {
  const made = html(strings, ...values)
  if (made instanceof Promise) throw new TypeError("Markup cannot contain promises")
  return made
}

export const nothing = markup``
