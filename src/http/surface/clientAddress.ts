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
  const hops = forwardedFor.split(",").map((hop) => hop.trim())
  return hops.findLast((hop) => hop !== "" && !isTrusted(hop)) ?? peer
}
