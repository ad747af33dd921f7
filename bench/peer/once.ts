import { randomUUID } from "node:crypto"
import { DatabaseError, type PoolClient } from "pg"
import { statements } from "../statements/statements.ts"
import type { Database } from "./database.ts"
import { move } from "./metrics.ts"
import type { Problem } from "./Problem.ts"
import { vault } from "./vault.ts"

/** A write with an idempotency key, and how its responses are stored. */
interface KeyedWrite {
  readonly namespace: "hub" | "member"
  readonly tenant: string
  readonly key: string
  readonly fingerprint: string
  readonly status: number
  readonly retentionMillis: number
  readonly reused: () => Problem
}

interface Kept {
  readonly fingerprint: string
  readonly body: string | null
  readonly sealedFor: string | null
}

const isTaken = (error: unknown) => error instanceof DatabaseError && error.constraint === "idempotency_keys_pkey"

/**
 * Acquires the key first, so that a concurrent duplicate waits, and stores the sealed response in the transaction of
 * the write.
 */
export const once = async (
  database: Database,
  { fingerprint, key, namespace, retentionMillis, reused, status, tenant }: KeyedWrite,
  run: (client: PoolClient) => Promise<object>
): Promise<unknown> => {
  const now = Date.now()
  const names = { namespace, tenant, key }
  const about = `${tenant} ${key}`
  const sealedFor = `${namespace} answer`
  const ownerToken = randomUUID()
  try {
    const answer = await database.atomically(async (client) => {
      await database.rows(client, statements.takeKey, {
        ...names,
        fingerprint,
        ownerToken,
        createdAt: new Date(now),
        expiresAt: new Date(now + retentionMillis)
      })
      const made = await run(client)
      const body = vault.seal(sealedFor, about, JSON.stringify(made))
      await database.rows(client, statements.keepAnswer, { ...names, ownerToken, status, body, sealedFor })
      return made
    })
    move("idempotency executed", 1)
    return answer
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  const [kept] = await database.rows<Kept>(undefined, statements.keptAnswer, names)
  if (kept?.fingerprint !== fingerprint) throw reused()
  const text = kept.body === null ? undefined : vault.open(kept.sealedFor ?? "", about, kept.body)
  if (text === undefined) throw new Error("The answer cannot be opened")
  move("idempotency replayed", 1)
  return JSON.parse(text)
}
