import { hubKeys } from "../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../src/demo/demoPartnerKeys.ts"
import { claimableScope, claimableXid, fixtures } from "./fixtures.ts"
import { encodeRequest, type LoadRequest } from "./load.ts"

/** One operation as it is measured. */
export interface Operation {
  readonly name: string
  readonly what: string
  /** The next request; claims take a fresh Action each, whose serial number they are given. */
  readonly request: (serial: number) => LoadRequest
  readonly isClaim: boolean
}

const messagingPath = "/api/external/v1/messaging"
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a dotted path. */
const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value)

const holds = (text: string, path: string, atLeast: number) => {
  const list = at(parsed(text), path)
  return Array.isArray(list) && list.length >= atLeast
}

const reading = (
  name: string,
  what: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  list: string,
  atLeast: number
): Operation => {
  const request: LoadRequest = {
    bytes: encodeRequest("GET", path, headers),
    accepts: (body) => holds(body, list, atLeast)
  }
  return { name, what, request: () => request, isClaim: false }
}

const claiming: Operation = {
  name: "transitionAction",
  what: "claim of an unowned Action",
  request: (serial) => {
    const id = claimableXid(serial)
    return {
      bytes: encodeRequest(
        "POST",
        `${messagingPath}?scope=${claimableScope(serial)}`,
        { ...bearer(hubKeys.KH_all), "idempotency-key": `bench-key-${serial}` },
        JSON.stringify({ type: "claim", id, expectedVersion: 1 })
      ),
      accepts: (body) => {
        const answer = parsed(body)
        return at(answer, "transition.actionId") === id && at(answer, "transition.toState") === "owned"
      }
    }
  },
  isClaim: true
}

const eventsPath = `${messagingPath}?scope=${fixtures.listed}&view=events`

export const operations: ReadonlyArray<Operation> = [
  reading("listBrands", "25 brands with their venues", "/api/external/v1/brands", bearer(hubKeys.KH_D), "items", 25),
  reading(
    "readMessaging, actions",
    "a page of 100 Actions",
    `${messagingPath}?scope=${fixtures.listed}`,
    bearer(hubKeys.KH_all),
    "items",
    100
  ),
  reading(
    "readMessaging, events",
    "a page of 100 events",
    `${eventsPath}&after=500`,
    bearer(hubKeys.KH_all),
    "items",
    100
  ),
  claiming,
  reading("getScope", "organization and reach", "/v1/partner/scope", { "x-api-key": partnerKeys.PA }, "venues", 1)
]
