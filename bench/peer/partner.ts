import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { partnerScopes } from "../../src/domain/access/partnerScopes.ts"
import { statements } from "../statements/statements.ts"
import { limit } from "./app.ts"
import type { Credential } from "./credentials.ts"
import { deskRoutes } from "./desk.ts"
import type { Database } from "./database.ts"
import { entitlementRoutes } from "./entitlements.ts"
import { fulfillRoutes } from "./fulfill.ts"
import { policies } from "./limits.ts"
import { pageRoutes } from "./pages.ts"
import { poolCodeRoutes } from "./poolCodes.ts"
import { Problem } from "./Problem.ts"
import { publishPageRoutes } from "./publishPages.ts"
import { tierRoutes } from "./tiers.ts"
import { flag, list, nullableText, record, text } from "./wire.ts"

interface VenueRow {
  readonly id: string
}

declare module "fastify" {
  interface FastifyRequest {
    partnerKey: Credential | undefined
  }
}

const keyFormat = /^hub_(?:live|test|dev)_ptr_[0-9A-Za-z]{43}$/
const invalid = () => new Problem(401, "invalid_api_key", "The API key is not accepted")

const scope = record({
  organization: { ...record({ id: text, name: text, slug: text }), nullable: true },
  venues: list(record({ id: text, name: text, brandId: text, timezone: text })),
  allVenues: flag,
  scopes: list(text),
  authLevel: text,
  environment: text,
  emulation: nullableText
})

/** API keys of partners and the routes they open. Operators, staff and emulation are not measured. */
export const partner = (
  app: FastifyInstance,
  database: Database,
  find: (secret: string, now: number) => Promise<Credential | undefined>
) => {
  app.decorateRequest("partnerKey", undefined)
  app.addHook("onRequest", async (request: FastifyRequest, reply: FastifyReply) => {
    const secret = request.headers["x-api-key"]
    const { authorization } = request.headers
    if (typeof secret !== "string" || secret === "") throw new Problem(401, "missing_credentials", "Send a credential")
    if (authorization !== undefined && authorization !== `Bearer ${secret}`) {
      throw new Problem(400, "ambiguous_credentials", "Send one credential")
    }
    if (!keyFormat.test(secret)) throw invalid()
    const now = Date.now()
    const key = await find(secret, now)
    if (key === undefined || key.surface !== "partner" || key.organizationStatus !== "active") throw invalid()
    const subject = `key ${key.xid}`
    const uses = [{ policy: policies.partnerKey, subject }]
    if (request.method !== "GET") uses.push({ policy: policies.partnerWrites, subject })
    limit(reply, uses, now)
    if (key.authLevel === "service") throw new Problem(403, "auth_level_not_allowed", "Not for this level")
    if (request.headers["x-emulate-org-id"] !== undefined || request.headers["x-emulate-property-ids"] !== undefined) {
      throw new Problem(403, "emulation_not_allowed", "Only staff may look as others")
    }
    request.partnerKey = key
  })

  app.get("/scope", { schema: { response: { 200: scope } } }, async (request) => {
    const key = request.partnerKey
    if (key === undefined) throw invalid()
    const venues = await database.rows<VenueRow>(undefined, statements.venues, {
      organizationId: key.organizationId
    })
    const held = new Set(key.permissions)
    return {
      organization: { id: key.organizationXid, name: key.organizationName, slug: key.organizationSlug },
      venues,
      allVenues: key.allVenues,
      scopes: partnerScopes.filter((name) => held.has(name)),
      authLevel: key.authLevel,
      environment: key.environment === "production" ? "production" : "sandbox",
      emulation: null
    }
  })
  deskRoutes(app, database)
  entitlementRoutes(app, database)
  pageRoutes(app, database)
  publishPageRoutes(app, database)
  tierRoutes(app, database)
  poolCodeRoutes(app, database)
  fulfillRoutes(app, database)
}
