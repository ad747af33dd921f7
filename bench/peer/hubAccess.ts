import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { Credential } from "./credentials.ts"
import { limit } from "./app.ts"
import { policies } from "./limits.ts"
import { Problem } from "./Problem.ts"

/** An integration of one organization. */
export interface HubCaller {
  readonly organization: { readonly id: number; readonly xid: string }
  readonly integration: { readonly id: number; readonly xid: string; readonly origin: "settings" | "widget" }
  readonly permissions: ReadonlySet<string>
}

declare module "fastify" {
  interface FastifyRequest {
    hubCaller: HubCaller | undefined
  }
}

const bearer = /^bearer +(\S+)$/i
const keyFormat = /^hub_(?:live|test|dev)_org_[0-9A-Za-z]{43}$/

const invalid = () => new Problem(401, "invalid_credential", "The credential is not accepted")

/** Authenticates the requests of `app`, and counts them per key. */
export const hubAccess = (
  app: FastifyInstance,
  find: (secret: string, now: number) => Promise<Credential | undefined>
) => {
  app.decorateRequest("hubCaller", undefined)
  app.addHook("onRequest", async (request: FastifyRequest, reply: FastifyReply) => {
    const { authorization } = request.headers
    if (authorization === undefined) throw new Problem(401, "missing_credential", "A credential is needed")
    const secret = bearer.exec(authorization)?.[1]
    if (secret === undefined || !keyFormat.test(secret)) throw invalid()
    const now = Date.now()
    const key = await find(secret, now)
    if (
      key === undefined ||
      key.surface !== "hub" ||
      key.organizationId === null ||
      key.organizationXid === null ||
      key.organizationStatus !== "active" ||
      key.integrationId === null ||
      key.integrationXid === null ||
      key.integrationOrigin === null
    ) {
      throw invalid()
    }
    const subject = String(key.id)
    const perKey = { policy: policies.hubKey, subject }
    limit(reply, request.method === "POST" ? [perKey, { policy: policies.hubTransition, subject }] : [perKey], now)
    request.hubCaller = {
      organization: { id: key.organizationId, xid: key.organizationXid },
      integration: {
        id: key.integrationId,
        xid: key.integrationXid,
        origin: key.origin === "widget" ? "widget" : key.integrationOrigin
      },
      permissions: new Set(key.permissions)
    }
  })
}

/** The caller, who must hold `permission`. */
export const callerWith = (request: FastifyRequest, permission: string): HubCaller => {
  const caller = request.hubCaller
  if (caller === undefined) throw invalid()
  if (!caller.permissions.has(permission)) {
    throw new Problem(403, "permission_denied", "A permission is missing", {
      details: { requiredPermissions: [permission] }
    })
  }
  return caller
}
