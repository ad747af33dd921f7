import { Effect, Option } from "effect"
import type { Configuration } from "../../layers/Configuration.ts"
import { Credentials } from "../../domain/access/Credentials.ts"
import { hubKeys } from "../../demo/demoHubKeys.ts"
import { manifestFor } from "../demo.ts"
import { documents } from "../documents.ts"
import { table } from "../table.ts"

/** What `hub serve` prints once the service is ready. */
export interface Announcement {
  readonly baseUrl: string
  /** The process to send signals to. */
  readonly pid: number
  /** Number of worker processes; absent if the process itself serves. */
  readonly workers?: number
  readonly environment: string
  readonly store: string
  readonly documents: Readonly<Record<string, { readonly docs: string; readonly openapi: string }>>
  /** One `curl` command per surface; empty without the demo data. */
  readonly try: Readonly<Record<string, string>>
}

const curl = (url: string, ...headers: ReadonlyArray<string>) =>
  [`curl -s '${url}'`, ...headers.map((header) => `-H '${header}'`)].join(" ")

const tries = Effect.fnUntraced(function* (baseUrl: string) {
  const { assistantTokens, hubKeys: keys, ids, memberTokens, operatorTokens, partnerKeys } = yield* manifestFor(baseUrl)
  const tools = `${baseUrl}/api/operator-mcp?organizationId=${ids.organizations.A}&scopeId=ws-a-main`
  const listTools = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
  const actions = `${baseUrl}/api/external/v1/messaging?scope=ws-a-main&view=actions&guest=${ids.guests.g1}`
  return {
    hub: curl(actions, `Authorization: Bearer ${keys.KH_all}`),
    partner: curl(`${baseUrl}/v1/partner/arrivals`, `X-API-Key: ${partnerKeys.PA}`),
    member: curl(`${baseUrl}/v1/members/me`, `Authorization: Bearer ${memberTokens.T1}`),
    public: curl(`${baseUrl}/v1/public/properties/${ids.venues.V1}`),
    operator: `${curl(`${baseUrl}/api/v1/session`, `Origin: ${baseUrl}`, `Authorization: Bearer ${operatorTokens.S_manage}`)} -i -X POST`,
    assistant: `${curl(tools, "Content-Type: application/json", `Authorization: Bearer ${assistantTokens.AT_read}`)} -d '${listTools}'`,
    pages: curl(`${baseUrl}/p/organization-a/v1-published`)
  }
})

/** The announcement of a service at `baseUrl`. Looks up a demo key to find out whether the demo data is loaded. */
export const announcement = Effect.fnUntraced(function* (baseUrl: string, configuration: Configuration["Service"]) {
  const demo = yield* Credentials.use(({ find }) => find(hubKeys.KH_all))
  return {
    baseUrl,
    ...(configuration.workers === 1 ? { pid: process.pid } : { pid: process.ppid, workers: configuration.workers }),
    environment: configuration.environment,
    store: configuration.store,
    documents: Object.fromEntries(
      Object.entries(documents).map(([name, { base }]) => [
        name,
        { docs: `${baseUrl}${base}/docs`, openapi: `${baseUrl}${base}/openapi.json` }
      ])
    ),
    try: configuration.environment === "development" && Option.isSome(demo) ? yield* tries(baseUrl) : {}
  } satisfies Announcement
})

/** The announcement as text. */
export const announcementText = (ready: Announcement): string => {
  const commands = Object.entries(ready.try)
  const workers = ready.workers === undefined ? "" : ` with ${ready.workers} workers`
  return [
    `\nThe hub listens at ${ready.baseUrl} (${ready.environment}, ${ready.store} store, process ${ready.pid}${workers})\n`,
    table([
      ...Object.entries(ready.documents).map(([name, { docs }]) => [`  ${name}`, docs]),
      ["  health", `${ready.baseUrl}/readyz`],
      ["  metrics", `${ready.baseUrl}/metrics`]
    ]),
    ...(commands.length === 0 ? [] : ["\nTry it\n", ...commands.map(([name, command]) => `  # ${name}\n  ${command}`)]),
    "\nStop it with Ctrl-C. One line of JSON per request follows.\n"
  ].join("\n")
}
