import { Context, type Effect, Schema } from "effect"

/**
 * What is stored sealed: the verification codes of claims, the external codes of pools, the responses stored under
 * idempotency keys, the secrets of guest hashes, the PMS guest ids that are hashed, the signing secrets of chat platforms
 * and SMS providers, with the former ones, and what waits in the outbox: tokens of invites, questions and answers of
 * chats. Codes have a keyed digest beside them.
 */
export const SealedKind = Schema.Literals([
  "verificationCode",
  "externalCode",
  "storedResponse",
  "insightSecret",
  "pmsGuestId",
  "chatSecret",
  "formerChatSecret",
  "smsSecret",
  "formerSmsSecret",
  "waitingMessage"
])
export type SealedKind = typeof SealedKind.Type

/** One sealed value. `position` locates its row; `digestAbout` is what its digest is bound to, null without one. */
export interface SealedValue {
  readonly position: string
  readonly purpose: string
  readonly about: string
  readonly sealed: string
  readonly digestAbout: string | null
}

/** `next` continues after the rows of this page; undefined at the end. */
export interface SealedPage {
  readonly values: ReadonlyArray<SealedValue>
  readonly next: string | undefined
}

export interface SealedQuery {
  readonly kind: SealedKind
  /** The `next` of an earlier page. */
  readonly after: string | undefined
  /** The most rows read, with and without a sealed value. */
  readonly limit: number
  /** Skips what the key with this id has sealed. */
  readonly except?: string
}

/** A value sealed again. Without a digest the stored one stays. */
export interface ResealedValue {
  readonly position: string
  readonly was: string
  readonly sealed: string
  readonly digest: string | null
}

/** Everything that is stored encrypted under the deployment's secret, of every tenant. */
export class SealedValues extends Context.Service<
  SealedValues,
  {
    /** In the order of their rows' keys. */
    readonly list: (query: SealedQuery) => Effect.Effect<SealedPage>
    /**
     * Replaces the values that are still what they were and whose row no transaction has locked; waits for none. The
     * stored digest stays where the new one belongs to another row. Answers how many were replaced.
     */
    readonly update: (kind: SealedKind, values: ReadonlyArray<ResealedValue>) => Effect.Effect<number>
  }
>()("hub/domain/secrets/SealedValues") {}
