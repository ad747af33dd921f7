import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { AuditLog } from "../../../src/domain/audit/AuditLog.ts"
import { ChatInstallations } from "../../../src/domain/chat/ChatInstallations.ts"
import { openSigningSecrets } from "../../../src/domain/providers/openSigningSecrets.ts"
import { endFormerSecret, rotateSigningSecret } from "../../../src/domain/providers/rotateSigningSecret.ts"
import * as AtomicLayer from "../../../src/layers/AtomicLayer.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import * as AuditLogLayer from "../../../src/layers/repositories/AuditLogLayer.ts"
import * as ChatInstallationsLayer from "../../../src/layers/repositories/ChatInstallationsLayer.ts"
import * as VaultLayer from "../../../src/layers/VaultLayer.ts"
import { chatDataset, chatInstallationAt } from "../../support/datasets/chatDataset.ts"

const services = Layer.mergeAll(
  AtomicLayer.layerMemory,
  AuditLogLayer.layerMemory,
  ChatInstallationsLayer.layerMemory,
  VaultLayer.layer(Redacted.make("a secret of the tests"))
).pipe(
  Layer.provide(
    Layer.effectDiscard(Memory.Memory.use((all) => all.load(chatDataset))).pipe(Layer.provideMerge(Memory.layer))
  )
)

/** The accepted secrets of an installation: the current one, then the former one. */
const secretsOf = Effect.fnUntraced(function* (xid: string) {
  const { findActive } = yield* ChatInstallations
  return yield* openSigningSecrets(Option.getOrThrow(yield* findActive(xid)))
})

layer(services)("rotateSigningSecret", (it) => {
  it.effect("INT-038: of two changes from the same state, the second is refused and no issued secret is lost", () =>
    Effect.gen(function* () {
      const { findActive, updateSecrets } = yield* ChatInstallations
      const stores = { updateSecrets }
      const { xid } = chatInstallationAt(0)
      const read = Effect.map(findActive(xid), Option.getOrThrow)

      // The demo's secrets are sealed under another secret than that of this test.
      yield* rotateSigningSecret(stores, yield* read, "the first secret")
      yield* endFormerSecret(stores, yield* read)

      const before = yield* read
      yield* rotateSigningSecret(stores, before, "the second secret")
      for (const late of [rotateSigningSecret(stores, before, "a lost secret"), endFormerSecret(stores, before)]) {
        assert.strictEqual((yield* Effect.flip(late))._tag, "InstallationChanged")
        assert.deepStrictEqual(yield* secretsOf(xid), ["the second secret", "the first secret"])
      }
      yield* endFormerSecret(stores, yield* read)
      const [current, former] = yield* secretsOf(xid)
      assert.strictEqual(current, "the second secret")
      assert.notStrictEqual(former, "the first secret")
    })
  )

  it.effect("INT-038: ending a former secret is audited only if there is one", () =>
    Effect.gen(function* () {
      const { findActive, updateSecrets } = yield* ChatInstallations
      const { xid } = chatInstallationAt(0)
      const read = Effect.map(findActive(xid), Option.getOrThrow)
      const ends = AuditLog.use(({ list }) =>
        Effect.map(
          list(`installation:${xid}`),
          (entries) => entries.filter(({ action }) => action === "installation.former_secret_ended").length
        )
      )
      yield* rotateSigningSecret({ updateSecrets }, yield* read, "another secret")
      const before = yield* ends
      assert.isTrue(yield* endFormerSecret({ updateSecrets }, yield* read))
      assert.isFalse(yield* endFormerSecret({ updateSecrets }, yield* read))
      assert.strictEqual(yield* ends, before + 1)
    })
  )
})
