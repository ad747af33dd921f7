import type { FastifyRequest } from "fastify"
import { Problem } from "./Problem.ts"
import { whole } from "./wire.ts"

/** Where a page of a list begins, and how long it is. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** The facts that a row of a list has beside its item; without a `position` the page is empty. */
export interface Listed {
  readonly total: number
  readonly position: number | null
}

/** The parameters of a list, those of its own required. */
export const querystring = (properties: Readonly<Record<string, object>>) => ({
  type: "object",
  required: Object.keys(properties),
  properties: {
    ...properties,
    limit: { type: "integer", minimum: 1, maximum: 100, default: 25 },
    offset: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 }
  }
})

/** The facts of a page, on the wire. */
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

/** Who the audit log says made a write, as JSON. */
export const actorOf = ({ partnerKey }: FastifyRequest) => JSON.stringify({ kind: "key", id: partnerKey?.xid })
