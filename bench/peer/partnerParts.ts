import type { FastifyRequest } from "fastify"
import { Problem } from "./Problem.ts"
import { whole } from "./wire.ts"

/** The offset and length of a page. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** The facts about the whole list in each of its rows; without a `position` the page is empty. */
export interface Listed {
  readonly total: number
  readonly position: number | null
}

/** The query parameters of a list; its own ones are required. */
export const querystring = (properties: Readonly<Record<string, object>>) => ({
  type: "object",
  required: Object.keys(properties),
  properties: {
    ...properties,
    limit: { type: "integer", minimum: 1, maximum: 100, default: 25 },
    offset: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 }
  }
})

/** The paging fields of a response. */
export const paging = { total: whole, limit: whole, offset: whole }

/** The organization of the key, if it has the scope. */
export const organizationOf = ({ partnerKey }: FastifyRequest, scope: string): number => {
  if (partnerKey === undefined || partnerKey.organizationId === null) {
    throw new Problem(401, "invalid_api_key", "The API key is not accepted")
  }
  if (!partnerKey.permissions.includes(scope)) {
    throw new Problem(403, "insufficient_scope", "A scope is missing", { details: { requiredScopes: [scope] } })
  }
  return partnerKey.organizationId
}

export const iso = (moment: string) => new Date(moment).toISOString()

export const isoOrNull = (moment: string | null) => (moment === null ? null : iso(moment))

/** The actor of a write in the audit log, as JSON. */
export const actorOf = ({ partnerKey }: FastifyRequest) => JSON.stringify({ kind: "key", id: partnerKey?.xid })
