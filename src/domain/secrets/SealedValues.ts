import { Context, type Effect, Schema } from "effect"

/**
 * The kinds of sealed values: verification codes of claims, external codes of pools, responses stored under idempotency
 * keys, secrets of guest hashes, hashed PMS guest ids, current and former signing secrets of chat platforms and SMS
 * providers, and pending outbox content (invite tokens, chat questions and answers). Codes also have a keyed digest.
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

/** One sealed value. `position` locates its row; `digestAbout` is the binding of its digest, null if it has none. */
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
  /** Maximum rows read, with and without a sealed value. */
  readonly limit: number
  /** Skips values sealed with the key of this id. */
  readonly except?: string
}

/** A resealed value; `was` is the previous one. With a null digest the stored digest stays. */
export interface ResealedValue {
  readonly position: string
  readonly was: string
  readonly sealed: string
  readonly digest: string | null
}

/** All values stored encrypted under the deployment's secret, of every tenant. */
export class SealedValues extends Context.Service<
  SealedValues,
  {
    /** Ordered by the keys of their rows. */
    readonly list: (query: SealedQuery) => Effect.Effect<SealedPage>
    /**
     * Replaces values that are unchanged and whose rows are not locked; never waits. A stored digest stays if another
     * row has the new one. Returns how many were replaced.
     */
    readonly update: (kind: SealedKind, values: ReadonlyArray<ResealedValue>) => Effect.Effect<number>
  }
>()("hub/domain/secrets/SealedValues") {}
