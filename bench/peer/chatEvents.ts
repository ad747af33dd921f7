import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { createHmac, hash, timingSafeEqual } from "node:crypto"
import { jsonIssue } from "../../src/http/surface/jsonBody.ts"
import { callbackStatements } from "../statements/callbackStatements.ts"
import { limit } from "./app.ts"
import type { Database } from "./database.ts"
import { policies } from "./limits.ts"
import { Problem } from "./Problem.ts"
import { vault } from "./vault.ts"

interface InstallationRow {
  readonly id: number
  readonly xid: string
  readonly organizationId: number
  readonly secretEnc: string
  readonly formerSecretEnc: string | null
  readonly status: string
  readonly scheme: string
}

interface OrganizationRow {
  readonly status: string
}

interface ChatEvent {
  readonly type?: unknown
  readonly challenge?: unknown
}

const utf8 = new TextDecoder("utf-8", { fatal: true })
const windowSeconds = 300
const noRow = 0

const invalid = () => new Problem(401, "signature_invalid", "The signature is not accepted")
const malformed = () => new Problem(400, "invalid_body", "The body is not a usable JSON object")

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === "string" ? value : ""
}

/** Whether one of the secrets signed the bytes. Constant time: both are tried, and their MACs compared as hashes. */
const isSigned = (secrets: ReadonlyArray<string>, sentAt: string, bytes: Buffer, signature: string): boolean => {
  const sent = Buffer.from(hash("sha256", signature))
  const fits = secrets.map((secret) => {
    const mac = createHmac("sha256", secret).update(`v0:${sentAt}:`).update(bytes).digest("hex")
    return timingSafeEqual(Buffer.from(hash("sha256", `v0=${mac}`)), sent)
  })
  return sentAt !== "" && fits.includes(true)
}

const signedAt = (sentAt: string): Date => {
  const seconds = Number(sentAt)
  const isNear = Math.abs(Math.floor(Date.now() / 1000) - seconds) <= windowSeconds
  if (!/^\d{1,11}$/.test(sentAt) || !isNear) throw new Problem(400, "timestamp_refused", "Not of this time")
  return new Date(seconds * 1000)
}

const eventOf = (bytes: Buffer): ChatEvent => {
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    if (jsonIssue(text) === undefined && typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value
    }
  } catch {
    throw malformed()
  }
  throw malformed()
}

const answerTo = ({ challenge, type }: ChatEvent) => {
  if (type !== undefined && (typeof type !== "string" || type.length > 200)) throw malformed()
  if (type !== "url_verification") return {}
  if (typeof challenge !== "string" || challenge === "" || challenge.length > 1000) throw malformed()
  return { challenge }
}

/**
 * Events of chat platforms in the service's own JSON scheme: verified by their raw bytes before they are parsed, and
 * accepted once.
 */
export const chatEventRoutes = (app: FastifyInstance, database: Database) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body))

  const authenticate = async (request: FastifyRequest, xid: string, bytes: Buffer): Promise<InstallationRow> => {
    const key = JSON.stringify({ xid: /^[\x21-\x7e]{1,180}$/.test(xid) ? xid : "" })
    const [found] = await database.rows<InstallationRow>(undefined, callbackStatements.installation, { key })
    const [organization] = await database.rows<OrganizationRow>(undefined, callbackStatements.organization, {
      key: JSON.stringify({ id: found?.organizationId ?? noRow })
    })
    const isActive = found?.status === "active" && organization?.status === "active" && found.scheme === "chat"
    // In place of a missing secret a text is sealed, which takes as long as opening a secret.
    const secrets = [found?.secretEnc, found?.formerSecretEnc].map((sealed) =>
      typeof sealed === "string" && found !== undefined
        ? (vault.open("signing secret", found.xid, sealed) ?? "")
        : vault.seal("signing secret", "none", "no secret")
    )
    const signature = headerOf(request, "x-chat-signature")
    const signed = isSigned(secrets, headerOf(request, "x-chat-request-timestamp"), bytes, signature)
    if (found === undefined || !isActive || !signed) throw invalid()
    return found
  }

  const countCaller = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    limit(reply, [{ policy: policies.providers, subject: `address ${request.ip}` }], Date.now())
    done()
  }

  app.post<{ Params: { readonly installationId: string }; Body: Buffer | null }>(
    "/chat/:installationId/events",
    { onRequest: countCaller },
    async (request) => {
      const bytes = request.body ?? Buffer.alloc(0)
      const installation = await authenticate(request, request.params.installationId, bytes)
      const row = JSON.stringify({
        installation_id: installation.id,
        signed_at: signedAt(headerOf(request, "x-chat-request-timestamp")),
        signature: headerOf(request, "x-chat-signature")
      })
      const answer = answerTo(eventOf(bytes))
      await database.rows(undefined, callbackStatements.takeRequest, { row })
      return answer
    }
  )
}
