import { isIP } from "node:net"

/** Where clients on this machine reach what listens on `host` and `port`: a wildcard is no address to call. */
export const baseUrl = (settings: {
  readonly publicUrl: string | undefined
  readonly host: string
  readonly port: number
}): string => {
  if (settings.publicUrl !== undefined) return settings.publicUrl
  const host = ["0.0.0.0", "::"].includes(settings.host) ? "localhost" : settings.host
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${settings.port}`
}
