import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { at, holds, parsed } from "../answers.ts"
import type { Consumable } from "../claims.ts"
import { claimableScope, claimableXid, fixtures } from "../fixtures/fixtures.ts"
import { encodeRequest, type LoadRequest } from "../load.ts"
import { type SubjectName, subjectNames } from "../subjects.ts"

/** The context of a request: its connection, and the serial number of the row that it consumes. */
export interface RequestContext {
  readonly connection: number
  readonly serial: number
}

/** A measured operation. */
export interface Operation {
  readonly name: string
  readonly what: string
  readonly request: (context: RequestContext) => LoadRequest
  /** The kind of row that each request consumes. */
  readonly takes?: Consumable
  /** Whether responses to the same request are equal in values or only in shape. */
  readonly isRepeatable: boolean
  /** The rows to load for it beside the demo data. */
  readonly data: "demo" | "messaging" | "members" | "desk" | "configuration"
  readonly subjects: ReadonlyArray<SubjectName>
}

const messagingPath = "/api/external/v1/messaging"
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

const measured = { data: "messaging", subjects: subjectNames } as const

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
    status: 200,
    accepts: (body) => holds(body, list, atLeast)
  }
  return { name, what, request: () => request, isRepeatable: true, ...measured }
}

const claiming: Operation = {
  name: "transitionAction",
  what: "claim of an unowned Action",
  request: ({ serial }) => {
    const id = claimableXid(serial)
    return {
      bytes: encodeRequest(
        "POST",
        `${messagingPath}?scope=${claimableScope(serial)}`,
        { ...bearer(hubKeys.KH_all), "idempotency-key": `bench-key-${serial}` },
        JSON.stringify({ type: "claim", id, expectedVersion: 1 })
      ),
      status: 200,
      accepts: (body) => {
        const answer = parsed(body)
        return at(answer, "transition.actionId") === id && at(answer, "transition.toState") === "owned"
      }
    }
  },
  takes: "actions",
  isRepeatable: false,
  ...measured
}

const eventsPath = `${messagingPath}?scope=${fixtures.listed}&view=events`

/** Operations of integrations and partners. */
export const hubOperations: ReadonlyArray<Operation> = [
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
