import { isIP } from "node:net"

/** The URL at which clients reach the service: PUBLIC_URL, or host and port with `localhost` for a wildcard address. */
export const baseUrl = (settings: {
  readonly publicUrl: string | undefined
  readonly host: string
  readonly port: number
}): string => {
  if (settings.publicUrl !== undefined) return settings.publicUrl
  const host = ["0.0.0.0", "::"].includes(settings.host) ? "localhost" : settings.host
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${settings.port}`
}
