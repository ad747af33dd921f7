/** An address as proxies may write it: IPv6 in brackets, optionally with a port (RFC 7239 section 6). */
const hopPattern = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/

const addressOf = (hop: string): string => {
  const [, v6, v4] = hopPattern.exec(hop) ?? []
  return v6 ?? v4 ?? hop
}

/**
 * The address that rate limits are counted for: the peer's, or behind a trusted proxy the last address in
 * `X-Forwarded-For` that is not a trusted proxy. The header is ignored from an untrusted peer.
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
