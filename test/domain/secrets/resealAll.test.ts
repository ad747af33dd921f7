import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { verificationCode } from "../../../src/demo/demoFulfillments.ts"
import { fulfillmentId } from "../../../src/demo/fulfillmentPlan.ts"
import { openChatOrder, orderChatReply, orderChatTurn } from "../../../src/domain/chat/orderChatOutbox.ts"
import { externalCodePurpose, isVerificationCode } from "../../../src/domain/fulfillments/fulfillmentCodes.ts"
import { Fulfillments } from "../../../src/domain/fulfillments/Fulfillments.ts"
import { inviteTokenPurpose } from "../../../src/domain/invites/InviteOrder.ts"
import { orderInvite } from "../../../src/domain/invites/orderInvite.ts"
import { Outbox } from "../../../src/domain/outbox/Outbox.ts"
import type { Installation } from "../../../src/domain/providers/Installation.ts"
import { checkSealed } from "../../../src/domain/secrets/checkSealed.ts"
import { type Resealed, resealAll } from "../../../src/domain/secrets/resealAll.ts"
import { SealedValues } from "../../../src/domain/secrets/SealedValues.ts"
import { openSealed } from "../../../src/domain/shared/openSealed.ts"
import { Vault } from "../../../src/domain/shared/Vault.ts"
import { developmentSecret } from "../../../src/domain/shared/developmentSecret.ts"
import * as FulfillmentsLayer from "../../../src/layers/repositories/FulfillmentsLayer.ts"
import * as SealedValuesLayer from "../../../src/layers/repositories/SealedValuesLayer.ts"
import * as VaultLayer from "../../../src/layers/VaultLayer.ts"
import { request, runOnce, twin as keyed, waiting } from "../../support/keyedWrites.ts"
import { at } from "../../support/http/service.ts"
import { twins } from "../../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const demo = demoWithoutCities(now)
const former = developmentSecret
const present = "the present secret of thirty-two characters"

const under = (secret: string, ...older: ReadonlyArray<string>) =>
  Effect.provide(
    VaultLayer.layer(
      Redacted.make(secret),
      older.map((one) => Redacted.make(one))
    )
  )

const [code] = demo.offerCodes
if (code === undefined) throw new Error("The demo data has no codes")
const free = { status: "void" as const, fulfillmentId: null, assignedAt: null }
const lost = { ...code, ...free, id: 9001, xid: "lost", valueEnc: `${"0".repeat(12)}.AAAA`, valueHash: "lost" }

const sealed = demo.fulfillments.filter(({ verificationCodeEnc }) => verificationCodeEnc !== null).length
const codes = demo.offerCodes.length
const hashSecrets = demo.insightSecrets.length
const guests = demo.guestIntelligence.length

const secretsOf = (rows: ReadonlyArray<Pick<Installation, "formerSecretEnc">>) => ({
  present: rows.length,
  former: rows.filter(({ formerSecretEnc }) => formerSecretEnc !== null).length
})
const chat = secretsOf(demo.chatInstallations)
const sms = secretsOf(demo.smsInstallations)

/** Number of provider secrets of each kind. */
const signing = [
  ["chatSecret", chat.present],
  ["formerChatSecret", chat.former],
  ["smsSecret", sms.present],
  ["formerSmsSecret", sms.former]
] as const

const text = { text: "What is open?", responseUrl: null }
const reply = { text: "The bar.", responseUrl: "https://chat.example.com/answer" }

/** Orders an invite, a question and an answer, each with a sealed value, and an entry without one. */
const orders = Effect.gen(function* () {
  const [one, installationXid] = [{ organizationId: code.organizationId }, "chat"]
  yield* orderInvite({ ...one, id: 1, tokenHash: "hash" }, { channel: "email", token: "inv_token", now })
  yield* orderChatTurn({ ...one, installationXid, externalUserId: "user", consultationId: 1 }, text)
  yield* orderChatReply({ ...one, installationXid }, reply)
  yield* Outbox.use((outbox) => outbox.insert({ kind: "property_notification", payload: null, createdAt: now }))
})

/** The unsealed values of the orders. */
const ordered = Effect.gen(function* () {
  const [invite, ...chats] = (yield* Outbox.use(({ list }) => list)).map(({ payload }) => payload)
  const textAt = (payload: unknown, field: string) => String(at(payload, field))
  return [
    yield* openSealed("token", inviteTokenPurpose, textAt(invite, "messageId"), textAt(invite, "sealedToken")),
    ...(yield* Effect.forEach(chats.slice(0, 2), (chat) =>
      openChatOrder(textAt(chat, "orderId"), textAt(chat, "sealed"))
    ))
  ]
})

const rotate = Effect.gen(function* () {
  const progress: Array<Resealed> = []
  const result = yield* resealAll((state) => Effect.sync(() => progress.push(state)))
  return { result, progress }
})

twins(
  "resealAll",
  {
    layerMemory: Layer.mergeAll(keyed.layerMemory, SealedValuesLayer.layerMemory, FulfillmentsLayer.layerMemory),
    layerSql: Layer.mergeAll(keyed.layerSql, SealedValuesLayer.layerSql, FulfillmentsLayer.layerSql)
  },
  { ...demo, offerCodes: [...demo.offerCodes, lost] },
  (it) => {
    it.effect("PAR-028, MEM-088: resealed values of a former secret open under the current secret alone", () =>
      Effect.gen(function* () {
        yield* orders.pipe(under(former))
        const keys = ["1", "2", "3"].map((key) => request(`sealed ${key}`))
        const first = yield* Effect.forEach(keys, (of) => runOnce(waiting, of)).pipe(under(former))
        const counted = yield* checkSealed(60_000).pipe(under(present, former))
        assert.deepStrictEqual(counted, [
          { kind: "verificationCode", opened: sealed, former: sealed, unopened: 0, isWhole: true },
          { kind: "externalCode", opened: codes, former: codes, unopened: 1, isWhole: true },
          { kind: "storedResponse", opened: 3, former: 3, unopened: 0, isWhole: true },
          { kind: "insightSecret", opened: hashSecrets, former: hashSecrets, unopened: 0, isWhole: true },
          { kind: "pmsGuestId", opened: guests, former: guests, unopened: 0, isWhole: true },
          ...signing.map(([kind, count]) => ({ kind, opened: count, former: count, unopened: 0, isWhole: true })),
          { kind: "waitingMessage", opened: 3, former: 3, unopened: 0, isWhole: true }
        ])

        const { progress, result } = yield* rotate.pipe(under(present, former))
        assert.deepStrictEqual(result, [
          { kind: "verificationCode", resealed: sealed, unopened: 0, busy: 0 },
          { kind: "externalCode", resealed: codes, unopened: 1, busy: 0 },
          { kind: "storedResponse", resealed: 3, unopened: 0, busy: 0 },
          { kind: "insightSecret", resealed: hashSecrets, unopened: 0, busy: 0 },
          { kind: "pmsGuestId", resealed: guests, unopened: 0, busy: 0 },
          ...signing.map(([kind, resealed]) => ({ kind, resealed, unopened: 0, busy: 0 })),
          { kind: "waitingMessage", resealed: 3, unopened: 0, busy: 0 }
        ])
        assert.includeDeepMembers(progress, [...result])

        const after = yield* checkSealed(60_000).pipe(under(present))
        assert.deepStrictEqual(
          after.map(({ former: old, opened, unopened }) => [opened, old, unopened]),
          [
            [sealed, 0, 0],
            [codes, 0, 1],
            [3, 0, 0],
            [hashSecrets, 0, 0],
            [guests, 0, 0],
            ...signing.map(([, count]) => [count, 0, 0]),
            [3, 0, 0]
          ]
        )
        const again = yield* Effect.forEach(keys, (of) => runOnce(waiting, of)).pipe(under(present))
        assert.deepStrictEqual(
          again,
          first.map(({ response }) => ({ response, isReplay: true }))
        )
        assert.deepStrictEqual(yield* ordered.pipe(under(present)), ["inv_token", text, reply])
        const vault = yield* Vault.pipe(under(present))
        const id = fulfillmentId("claimed")
        const { row } = yield* Fulfillments.use((all) => all.getForUpdate({ id, everywhere: true }))
        assert.isTrue(isVerificationCode(vault, id, verificationCode("claimed"), row.verificationCodeHash ?? ""))
        assert.deepStrictEqual(
          [row.version, row.updatedAt],
          demo.fulfillments.filter((one) => one.id === id).flatMap(({ updatedAt, version }) => [version, updatedAt])
        )
      })
    )

    it.effect("PAR-028: a second run reseals nothing, and an interrupted one can be continued", () =>
      Effect.gen(function* () {
        const next = "the next secret of thirty-two characters"
        const stop = yield* Effect.exit(resealAll(() => Effect.die("stopped")).pipe(under(next, present, former)))
        assert.strictEqual(stop._tag, "Failure")
        const { result } = yield* rotate.pipe(under(next, present, former))
        const { result: second } = yield* rotate.pipe(under(next, present, former))
        assert.deepStrictEqual(
          second.map(({ busy, resealed, unopened }) => [resealed, unopened, busy]),
          [[0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], ...signing.map(() => [0, 0, 0]), [0, 0, 0]]
        )
        assert.strictEqual(result[0]?.resealed, 0)
        const vault = yield* Vault.pipe(under(next))
        const { values } = yield* SealedValues.use(({ list }) =>
          list({ kind: "externalCode", after: undefined, limit: 1 })
        )
        assert.isDefined(vault.open(externalCodePurpose, code.xid, values[0]?.sealed ?? ""))
      })
    )
  }
)
