const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)

/**
 * Whether a request comes from a page of this service (INT-004, A-48): its `Origin` equals the service's own byte for
 * byte and `Sec-Fetch-Site`, if present, is `same-origin`; or it has no `Origin` but `Sec-Fetch-Site: same-origin`.
 * Without a public URL, the service's own origin is derived from the Host header.
 */
export const isSameOrigin = (
  { headers }: { readonly headers: Readonly<Record<string, string | undefined>> },
  publicUrl: string | undefined
): boolean => {
  const site = headers["sec-fetch-site"]
  const host = headers["host"]
  const origin = headers["origin"]
  if (origin === undefined) return site === "same-origin"
  if (site !== undefined && site !== "same-origin") return false
  if (publicUrl !== undefined) return origin === originOf(publicUrl)
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
