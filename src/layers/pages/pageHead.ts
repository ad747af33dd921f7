import { raw } from "hono/html"
import { imageUrls } from "../../domain/pages/imageUrls.ts"
import type { PageModel } from "../../domain/pages/PageModel.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { isHttps } from "./isLink.ts"
import { markup, nothing } from "./markup.ts"

/** Where a page and its images are: at its own hostname if it has one, else below the public URL; null if neither. */
const baseOf = ({ hostname }: PageModel, publicUrl: string | undefined): string | null =>
  hostname === null ? (publicUrl ?? null) : `https://${hostname}`

/** The URL of a page. */
const pageUrl = (model: PageModel, publicUrl: string | undefined): string | null => {
  const base = baseOf(model, publicUrl)
  if (base === null) return null
  return model.hostname === null ? `${base}/p/${model.organization.slug}/${model.slug}` : `${base}/`
}

const sharedImage = ({ featuredImage, seo }: PageModel, base: string | null): string | null => {
  if (isHttps(seo.ogImageUrl)) return seo.ogImageUrl
  return featuredImage === null || base === null ? null : imageUrls(featuredImage, base).fallback
}

/** JSON as a data block of a page, escaped so that no `<` can end it. */
const dataBlock = (data: object) =>
  markup`<script type="application/ld+json">${raw(
    JSON.stringify(data).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
  )}</script>`

/** The venue for search engines, in the terms of schema.org. */
const hotel = ({ venue }: PageModel, url: string | null) =>
  venue === null
    ? nothing
    : dataBlock({
        "@context": "https://schema.org",
        "@type": "Hotel",
        name: venue.name,
        address: {
          "@type": "PostalAddress",
          addressLocality: venue.city,
          addressCountry: venue.country,
          ...omitNull({
            streetAddress: venue.street,
            postalCode: venue.postalCode,
            addressRegion: venue.state === "" ? null : venue.state
          })
        },
        geo: { "@type": "GeoCoordinates", latitude: venue.latitude, longitude: venue.longitude },
        ...omitNull({
          url,
          telephone: venue.phone,
          image: isHttps(venue.imageUrl) ? venue.imageUrl : null,
          starRating: venue.starRating === null ? null : { "@type": "Rating", ratingValue: venue.starRating },
          aggregateRating:
            venue.guestRating === null || (venue.reviewCount ?? 0) === 0
              ? null
              : {
                  "@type": "AggregateRating",
                  ratingValue: venue.guestRating,
                  reviewCount: venue.reviewCount,
                  bestRating: 5
                }
        })
      })

const property = (name: string, content: string | null) =>
  content === null ? nothing : markup`<meta property="${name}" content="${content}">`

/** The metadata of a page for search engines and link previews (PAR-076). */
export const pageHead = (model: PageModel, publicUrl: string | undefined) => {
  const { headline, locale, organization, seo, title } = model
  const own = pageUrl(model, publicUrl)
  const canonical = isHttps(seo.canonicalUrl) ? seo.canonicalUrl : own
  const description = seo.description ?? headline
  const image = sharedImage(model, baseOf(model, publicUrl))
  return markup`${description === null ? null : markup`<meta name="description" content="${description}">`}<meta name="robots" content="${
    seo.robots
  }">${canonical === null ? null : markup`<link rel="canonical" href="${canonical}">`}${property(
    "og:type",
    "website"
  )}${property("og:site_name", organization.name)}${property("og:title", seo.title ?? title)}${property(
    "og:description",
    description
  )}${property("og:url", canonical)}${property("og:image", image)}${property(
    "og:image:alt",
    image === null || seo.ogImageUrl !== null ? null : (model.featuredImage?.alt ?? null)
  )}${property("og:locale", locale.replaceAll("-", "_"))}<meta name="twitter:card" content="${
    image === null ? "summary" : "summary_large_image"
  }">${hotel(model, canonical)}`
}
