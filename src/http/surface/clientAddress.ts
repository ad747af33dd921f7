/** An address as proxies may write it: IPv6 in brackets, the port behind it (RFC 7239 section 6). */
const hopPattern = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/

const addressOf = (hop: string): string => {
  const [, six, four] = hopPattern.exec(hop) ?? []
  return six ?? four ?? hop
}

/**
 * The address a request counts for: the peer's, unless the peer is a trusted proxy; then the last address of
 * `X-Forwarded-For` that is not one. What an untrusted peer says is ignored.
 */
export const clientAddress = (
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean
): string => {
  if (forwardedFor === undefined || !isTrusted(peer)) return peer
  const hops = forwardedFor.split(",").map((hop) => addressOf(hop.trim()))
  return hops.findLast((hop) => hop !== "" && !isTrusted(hop)) ?? peer
}
