import { DateTime } from "effect"
import type { PageModel, PageOffer, PagePerk, PageVenue, ResolvedBlock } from "../../domain/pages/PageModel.ts"
import { isHttps, isLink } from "./isLink.ts"
import { markdown } from "./markdown.ts"
import { type Markup, markup, nothing } from "./markup.ts"
import { pageWords, type LocalizedWords } from "./pageWords.ts"

type Of<Type extends ResolvedBlock["type"]> = Extract<ResolvedBlock, { readonly type: Type }>

interface Facts {
  readonly words: LocalizedWords
  readonly venue: PageVenue | null
}

/** Attributes of a large heading, which is set smaller if a word is long. Other scripts have no words of that length. */
export const headingSize = (text: string): Markup =>
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]{14}/u.test(text) ? markup` class="long"` : nothing

const heading = (text: string | undefined) => (text === undefined ? nothing : markup`<h2>${text}</h2>`)

/** The level of headings inside a block: one below the block's own heading, if it has one. */
const levelBelow = (text: string | undefined) => (text === undefined ? 2 : 3)

/** An image of the organization. Its dimensions are unknown, so the style sheet sizes it. */
const image = (url: string, alt: string, isFirst = false) =>
  markup`<img src="${url}" alt="${alt}" loading="${isFirst ? "eager" : "lazy"}" decoding="async" referrerpolicy="no-referrer">`

const button = ({ href, label }: { readonly href: string; readonly label: string }, kind = "") =>
  isLink(href) ? markup`<a class="button${kind}" href="${href}">${label}</a>` : nothing

const hero = ({ button: own, heading: title, imageUrl, text }: Of<"hero">) => {
  const isPictured = isHttps(imageUrl)
  return markup`<div class="hero${isPictured ? " pictured" : ""}">${isPictured ? image(imageUrl, "", true) : null}
<div class="hero-text"><h2${headingSize(title)}>${title}</h2>${text === undefined ? null : markup`<p>${text}</p>`}${
    own === undefined ? null : button(own, isPictured ? "" : " inverse")
  }</div></div>`
}

/** A heading with what belongs to it, beside each other where there is room. */
const beside = (title: string | undefined, content: Markup) =>
  title === undefined ? content : markup`<div class="beside">${heading(title)}${content}</div>`

const text = (block: Of<"text">) =>
  beside(block.heading, markup`<div class="prose">${markdown(block.text, levelBelow(block.heading))}</div>`)

const picture = ({ alt, caption, imageUrl }: Of<"image">) =>
  isHttps(imageUrl)
    ? markup`<figure class="picture">${image(imageUrl, alt)}${
        caption === undefined ? null : markup`<figcaption>${caption}</figcaption>`
      }</figure>`
    : nothing

/** A heading of level 2 or 3. */
const titled = (level: number, title: string) => (level === 2 ? markup`<h2>${title}</h2>` : markup`<h3>${title}</h3>`)

const offerCard = ({ words }: Facts, level: number) => {
  const points = new Intl.NumberFormat(words.locale)
  const dates = new Intl.DateTimeFormat(words.locale, { dateStyle: "long", timeZone: "UTC" })
  return ({ imageUrl, name, pointsRequired, shortDescription, validUntil }: PageOffer) =>
    markup`<li class="card">${
      isHttps(imageUrl) ? image(imageUrl, "") : null
    }<div class="card-text">${titled(level, name)}${
      shortDescription === null ? null : markup`<p>${shortDescription}</p>`
    }${
      validUntil === null
        ? null
        : markup`<p class="until">${words.marked(
            words.until(dates.format(DateTime.toDateUtc(DateTime.makeUnsafe(validUntil))))
          )}</p>`
    }<p class="price">${words.marked(words.points(points.format(pointsRequired)))}</p></div></li>`
}

const offers = (block: Of<"offers">, facts: Facts) =>
  markup`${heading(block.heading)}<ul class="cards">${block.offers.map(offerCard(facts, levelBelow(block.heading)))}</ul>`

const tick = markup`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.5 8.5l3.8 3.8L13.5 4"/></svg>`

const perk = ({ description, name }: PagePerk) =>
  markup`<li>${tick}<div><strong>${name}</strong>${
    description === null ? null : markup`<span>${description}</span>`
  }</div></li>`

const perks = (block: Of<"perks">) => markup`${heading(block.heading)}<ul class="perks">${block.perks.map(perk)}</ul>`

/** A decorative street map of no real town; the actual place is a link away. */
const streets = markup`<svg viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" fill="none" aria-hidden="true"><path class="river" d="M-10 250C70 200 120 262 200 236S330 170 410 196V310H-10Z"/><path class="street" d="M-10 60L410 20M-10 140L410 96M-10 214L180 178L410 150M70-10L96 240M170-10L196 190M270-10L300 180M360-10L380 170M96 90L196 60L300 130"/><path class="avenue" d="M-10 176C120 150 220 150 410 60"/><path class="pin" d="M200 150C200 150 228 118 228 98A28 28 0 0 0 172 98C172 118 200 150 200 150Z"/><circle cx="200" cy="98" r="10.5"/></svg>`

/** The lines of a postal address. */
export const addressLines = ({ city, country, postalCode, state, street }: PageVenue): ReadonlyArray<string> =>
  [street ?? "", [postalCode, city].filter((part) => part !== null).join(" "), state ?? "", country].filter(
    (line) => line !== ""
  )

/** A telephone number as a link, without the separators between its digits. */
export const phoneLink = (phone: string): Markup => {
  const number = phone.replaceAll(/[^0-9+]/g, "")
  return number === "" ? markup`${phone}` : markup`<a href="tel:${number}" dir="ltr">${phone}</a>`
}

const mapUrl = ({ latitude, longitude }: PageVenue) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`

const rating = ({ guestRating, reviewCount }: PageVenue, { words }: Facts) => {
  if (guestRating === null) return nothing
  const number = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 })
  const parts = [words.rating(number.format(guestRating))]
  if (reviewCount !== null) parts.push(words.reviews(number.format(reviewCount)))
  return markup`<p class="rating"><span aria-hidden="true">${"★ "}</span>${words.marked(parts.join(" · "))}</p>`
}

const map = (block: Of<"map">, facts: Facts) => {
  const { venue, words } = facts
  if (venue === null) return nothing
  return markup`${heading(block.heading)}<div class="place">${streets}<div class="place-text">${titled(levelBelow(block.heading), venue.name)}
<address>${addressLines(venue).map((line, index) => markup`${index === 0 ? null : markup`<br>`}${line}`)}${
    venue.phone === null ? null : markup`<br>${phoneLink(venue.phone)}`
  }</address>${rating(venue, facts)}<a class="button quiet" href="${mapUrl(venue)}" rel="noopener nofollow">${words.marked(
    words.map
  )}</a></div></div>`
}

const call = (block: Of<"callToAction">) =>
  markup`<div class="call"><h2>${block.heading}</h2>${
    block.text === undefined ? null : markup`<p>${block.text}</p>`
  }${button(block.button, " inverse")}</div>`

const faq = (block: Of<"faq">) =>
  beside(
    block.heading,
    markup`<div class="answers">${block.items.map(
      ({ answer, question }) =>
        markup`<details><summary>${question}</summary><div class="prose">${markdown(
          answer,
          levelBelow(block.heading)
        )}</div></details>`
    )}</div>`
  )

const inner = (block: ResolvedBlock, facts: Facts): Markup => {
  switch (block.type) {
    case "hero":
      return hero(block)
    case "text":
      return text(block)
    case "image":
      return picture(block)
    case "offers":
      return offers(block, facts)
    case "perks":
      return perks(block)
    case "map":
      return map(block, facts)
    case "callToAction":
      return call(block)
    case "faq":
      return faq(block)
  }
}

/** The blocks of a page, each with an anchor: the first of a type is named after it, the next `offers-2`. */
export const pageBlocks = ({ blocks, locale, venue }: PageModel): ReadonlyArray<Markup> => {
  const facts: Facts = { words: pageWords(locale), venue }
  const seen = new Map<string, number>()
  return blocks.map((block) => {
    const count = (seen.get(block.type) ?? 0) + 1
    seen.set(block.type, count)
    const id = count === 1 ? block.type : `${block.type}-${count}`
    return markup`<section class="block wrap" id="${id}">${inner(block, facts)}</section>`
  })
}
