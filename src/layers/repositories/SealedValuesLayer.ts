import { Effect, Layer, Option, TxHashMap } from "effect"
import { externalCodePurpose, verificationCodePurpose } from "../../domain/fulfillments/fulfillmentCodes.ts"
import {
  aboutPmsGuestId,
  aboutSecret,
  insightSecretPurpose,
  pmsGuestIdPurpose
} from "../../domain/insight/insightSecrets.ts"
import { type Installation, signingSecretPurpose } from "../../domain/providers/Installation.ts"
import { aboutOf } from "../../domain/idempotency/attemptOf.ts"
import { resealedInOutbox, sealedInOutbox } from "../../domain/secrets/outboxSeals.ts"
import {
  type ResealedValue,
  type SealedKind,
  type SealedValue,
  SealedValues
} from "../../domain/secrets/SealedValues.ts"
import { makeSealedValuesSql } from "../../sql/repositories/SealedValuesSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(SealedValues, makeSealedValuesSql)

type Sealed = Omit<SealedValue, "position">

/** Reads and replaces the sealed values of one kind in its table. */
const storeOf = <Row>(
  table: TxHashMap.TxHashMap<string, Row>,
  sealedIn: (row: Row) => Sealed | undefined,
  replaced: (row: Row, value: ResealedValue, rows: ReadonlyArray<Row>) => Row
) => ({
  keys: Effect.map(TxHashMap.keys(table), (keys) => keys.toSorted(binaryOrder)),
  get: (key: string) => Effect.map(TxHashMap.get(table, key), Option.flatMapNullishOr(sealedIn)),
  replace: Effect.fnUntraced(function* (value: ResealedValue) {
    const row = yield* TxHashMap.get(table, value.position)
    if (Option.isNone(row) || sealedIn(row.value)?.sealed !== value.was) return 0
    yield* TxHashMap.set(table, value.position, replaced(row.value, value, yield* TxHashMap.values(table)))
    return 1
  })
})

/** The current and the former signing secrets of installations. */
const signingSecretsOf = <Row extends Installation>(table: TxHashMap.TxHashMap<string, Row>) => ({
  current: storeOf(
    table,
    ({ secretEnc: sealed, xid: about }) => ({ purpose: signingSecretPurpose, about, sealed, digestAbout: null }),
    (row, { sealed }) => ({ ...row, secretEnc: sealed })
  ),
  former: storeOf(
    table,
    ({ formerSecretEnc: sealed, xid: about }) =>
      sealed === null ? undefined : { purpose: signingSecretPurpose, about, sealed, digestAbout: null },
    (row, { sealed }) => ({ ...row, formerSecretEnc: sealed })
  )
})

/** The twin over the in-memory tables, ordered by key as text. */
export const layerMemory = Layer.effect(
  SealedValues,
  Effect.gen(function* () {
    const {
      chatInstallations,
      fulfillments,
      guestIntelligence,
      idempotencyKeys,
      insightSecrets,
      offerCodes,
      outbox,
      smsInstallations
    } = yield* Memory

    const chatSecrets = signingSecretsOf(chatInstallations)
    const smsSecrets = signingSecretsOf(smsInstallations)

    const stores = {
      verificationCode: storeOf(
        fulfillments,
        ({ id, verificationCodeEnc: sealed }) =>
          sealed === null ? undefined : { purpose: verificationCodePurpose, about: id, sealed, digestAbout: id },
        (row, { digest, sealed }) => ({
          ...row,
          verificationCodeEnc: sealed,
          verificationCodeHash: digest ?? row.verificationCodeHash
        })
      ),
      externalCode: storeOf(
        offerCodes,
        ({ poolId, valueEnc: sealed, xid }) => ({
          purpose: externalCodePurpose,
          about: xid,
          sealed,
          digestAbout: String(poolId)
        }),
        (row, { digest, sealed }, rows) => {
          const isTaken = rows.some(({ poolId, valueHash }) => poolId === row.poolId && valueHash === digest)
          return { ...row, valueEnc: sealed, valueHash: digest === null || isTaken ? row.valueHash : digest }
        }
      ),
      storedResponse: storeOf(
        idempotencyKeys,
        ({ body: sealed, key, sealedFor: purpose, tenant }) =>
          sealed === null || purpose === null
            ? undefined
            : { purpose, about: aboutOf({ key, tenant }), sealed, digestAbout: null },
        (row, { sealed }) => ({ ...row, body: sealed })
      ),
      insightSecret: storeOf(
        insightSecrets,
        ({ organizationId, secretEnc: sealed }) => ({
          purpose: insightSecretPurpose,
          about: aboutSecret(organizationId),
          sealed,
          digestAbout: null
        }),
        (row, { sealed }) => ({ ...row, secretEnc: sealed })
      ),
      pmsGuestId: storeOf(
        guestIntelligence,
        ({ hashedPmsGuestId, organizationId, pmsGuestIdEnc: sealed }) => ({
          purpose: pmsGuestIdPurpose,
          about: aboutPmsGuestId(organizationId, hashedPmsGuestId),
          sealed,
          digestAbout: null
        }),
        (row, { sealed }) => ({ ...row, pmsGuestIdEnc: sealed })
      ),
      chatSecret: chatSecrets.current,
      formerChatSecret: chatSecrets.former,
      smsSecret: smsSecrets.current,
      formerSmsSecret: smsSecrets.former,
      waitingMessage: storeOf(
        outbox,
        (entry) => {
          const sealed = sealedInOutbox(entry)
          return sealed === undefined ? undefined : { ...sealed, digestAbout: null }
        },
        (row, { sealed }) => resealedInOutbox(row, sealed)
      )
    } satisfies Record<SealedKind, unknown>

    return SealedValues.of({
      list: Effect.fnUntraced(function* ({ after, except, kind, limit }) {
        const store = stores[kind]
        const keys = (yield* store.keys)
          .filter((key) => after === undefined || binaryOrder(key, after) > 0)
          .slice(0, limit)
        const values = yield* Effect.forEach(keys, (position) =>
          Effect.map(
            store.get(position),
            Option.match({
              onNone: () => [],
              onSome: (value) =>
                except !== undefined && value.sealed.startsWith(`${except}.`) ? [] : [{ position, ...value }]
            })
          )
        )
        return { values: values.flat(), next: keys.length < limit ? undefined : keys.at(-1) }
      }, Effect.tx),
      update: Effect.fnUntraced(function* (kind, values) {
        const replaced = yield* Effect.forEach(values, stores[kind].replace)
        return replaced.filter((count) => count === 1).length
      }, Effect.tx)
    })
  })
)
