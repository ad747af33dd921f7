import type { FastifyReply, FastifyRequest } from "fastify"
import { hash, randomUUID } from "node:crypto"
import { DatabaseError, type PoolClient } from "pg"
import { partnerFingerprint } from "../../src/domain/idempotency/partnerFingerprint.ts"
import { statements } from "../statements/statements.ts"
import type { Database } from "./database.ts"
import { move } from "./metrics.ts"
import { Problem } from "./Problem.ts"
import { vault } from "./vault.ts"

/** The result of a partner's write and the venues that it touched; null for all venues. */
interface Made {
  readonly answer: object
  readonly venueIds: ReadonlyArray<number> | null
}

interface Held {
  readonly ownerToken: string
  readonly fingerprint: string
  readonly status: number | null
  readonly body: string | null
  readonly sealedFor: string | null
}

const namespace = "partner"
const sealedFor = `${namespace} answer`
const leaseMillis = 180_000
const retentionMillis = 72 * 3_600_000
const printable = /^[\x20-\x7e]+$/

const keyOf = ({ headers }: FastifyRequest): string => {
  const key = headers["idempotency-key"]
  if (typeof key !== "string" || key === "") throw new Problem(400, "idempotency_key_required", "Send a key")
  if (key.length > 255) throw new Problem(400, "idempotency_key_too_long", "The key is too long")
  if (!printable.test(key)) throw new Problem(400, "invalid_parameter", "The key is not printable")
  return key
}

/** Rejects a write without a valid idempotency key before its body is parsed. */
export const requireKey = async (request: FastifyRequest) => void keyOf(request)

const inFlight = () => new Problem(409, "idempotency_in_flight", "The first request is at work")

/**
 * Leases the key before the transaction, and stores the sealed response in the transaction of the write. A failure
 * releases the key: storing conflicts is not measured, and neither are keys of callers with narrower reach.
 */
export const leased = async (
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  organizationId: number,
  run: (client: PoolClient) => Promise<Made>
) => {
  const key = keyOf(request)
  const now = Date.now()
  const tenant = String(organizationId)
  const names = { namespace, tenant, key }
  const about = `${tenant} ${key}`
  const ownerToken = randomUUID()
  const url = new URL(request.url, "http://localhost")
  const fingerprint = hash(
    "sha256",
    partnerFingerprint({
      method: request.method,
      path: url.pathname,
      query: [...url.searchParams],
      body: request.body ?? undefined
    })
  )
  const [held] = await database.rows<Held>(undefined, statements.leaseKey, {
    ...names,
    fingerprint,
    ownerToken,
    leaseUntil: new Date(now + leaseMillis),
    createdAt: new Date(now),
    expiresAt: new Date(now + retentionMillis)
  })
  if (held?.ownerToken !== ownerToken) {
    if (held?.fingerprint !== fingerprint) throw new Problem(409, "idempotency_key_reused", "The key was used")
    if (held.status === null) throw inFlight()
    const text = held.body === null ? "" : vault.open(held.sealedFor ?? "", about, held.body)
    if (text === undefined) throw new Error("The answer cannot be opened")
    move("idempotency replayed", 1)
    return reply.status(held.status).header("X-Idempotent-Replay", "true").type("application/json").send(text)
  }
  try {
    const text = await database.atomically(async (client) => {
      const { answer, venueIds } = await run(client)
      const made = String(reply.serialize(answer))
      const body = vault.seal(sealedFor, about, made)
      const stored = { ...names, ownerToken, status: reply.statusCode, body, sealedFor, venueIds }
      await database.rows(client, statements.keepLeasedAnswer, stored)
      return made
    })
    move("idempotency executed", 1)
    return reply.type("application/json").send(text)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "HK001") throw inFlight()
    await database.rows(undefined, statements.releaseKey, { ...names, ownerToken, now: new Date() })
    throw error
  }
}
