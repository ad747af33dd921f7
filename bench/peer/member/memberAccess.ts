import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { createLocalJWKSet, errors, jwtVerify } from "jose"
import { hash } from "node:crypto"
import { developmentAudiences, developmentIssuer, developmentKeys } from "../../../src/layers/developmentIssuer.ts"
import { memberStatements } from "../../statements/memberStatements.ts"
import { limit } from "../app.ts"
import type { Database } from "../database.ts"
import { policies } from "../limits.ts"
import { Problem } from "../Problem.ts"

export interface MemberCaller {
  readonly id: number
  readonly xid: string
}

interface MemberRow {
  readonly id: number
  readonly xid: string
  readonly status: "active" | "suspended" | "closed"
}

declare module "fastify" {
  interface FastifyRequest {
    memberCaller: MemberCaller | undefined
  }
}

const bearer = /^bearer +(\S+)$/i
const rememberMillis = 60_000
const mostRemembered = 10_000

const invalid = () => new Problem(401, "invalid_access_token", "The access token is not accepted")

/**
 * Verifies tokens and returns their subject. A verified token is cached by its digest for a minute, and never beyond
 * its expiry.
 */
const makeVerifier = () => {
  const keys = createLocalJWKSet(developmentKeys)
  const remembered = new Map<string, { readonly subject: string; readonly until: number }>()

  const check = async (token: string, now: number) => {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ["RS256"],
      issuer: developmentIssuer,
      audience: developmentAudiences.member,
      requiredClaims: ["exp", "iat", "sub"],
      clockTolerance: 30,
      currentDate: new Date(now)
    })
    return { subject: payload.sub ?? "", until: Math.min(now + rememberMillis, (payload.exp ?? 0) * 1000) }
  }

  return async (token: string, now: number): Promise<string> => {
    const digest = hash("sha256", token)
    const cached = remembered.get(digest)
    if (cached !== undefined && now < cached.until) return cached.subject
    try {
      const checked = await check(token, now)
      const [oldest] = remembered.keys()
      if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest)
      remembered.set(digest, checked)
      return checked.subject
    } catch (error) {
      throw error instanceof errors.JOSEError ? invalid() : error
    }
  }
}

/** Authenticates the requests of `app` by the members' tokens, and counts them per member. */
export const memberAccess = (app: FastifyInstance, database: Database) => {
  const subjectOf = makeVerifier()
  app.decorateRequest("memberCaller", undefined)
  app.addHook("onRequest", async (request: FastifyRequest, reply: FastifyReply) => {
    const { authorization } = request.headers
    if (authorization === undefined) throw new Problem(401, "missing_access_token", "An access token is needed")
    const token = bearer.exec(authorization)?.[1]
    if (token === undefined) throw invalid()
    const now = Date.now()
    const subject = await subjectOf(token, now)
    const [member] = await database.rows<MemberRow>(undefined, memberStatements.member, { subject })
    if (member === undefined || member.status === "closed") throw invalid()
    limit(reply, [{ policy: policies.member, subject: String(member.id) }], now)
    request.memberCaller = { id: member.id, xid: member.xid }
  })
}

export const callerOf = (request: FastifyRequest): MemberCaller => {
  const caller = request.memberCaller
  if (caller === undefined) throw invalid()
  return caller
}
