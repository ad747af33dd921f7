const hostname = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/u

/**
 * The hostname in a `Host` header, normalized as stored: lower case, without port and trailing dot; undefined if it is
 * not a valid name.
 */
export const hostnameOf = (host: string | undefined): string | undefined => {
  const name = host
    ?.toLowerCase()
    .replace(/:\d{0,5}$/u, "")
    .replace(/\.$/u, "")
  return name !== undefined && hostname.test(name) ? name : undefined
}
