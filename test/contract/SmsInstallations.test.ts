import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { smsInstallationXids } from "../../src/demo/demoProviders.ts"
import { SmsInstallations } from "../../src/domain/sms/SmsInstallations.ts"
import * as SmsInstallationsLayer from "../../src/layers/repositories/SmsInstallationsLayer.ts"
import { chatDataset, chatTime } from "../support/chatDataset.ts"
import { twins } from "../support/twins.ts"

const installations = chatDataset.smsInstallations
const [first] = installations
if (first === undefined) throw new Error("no installation")
const { id: _, ...row } = first

twins("SmsInstallations", SmsInstallationsLayer, chatDataset, (it) => {
  it.effect("INT-038: finds an installation in use of an active organization by its external id alone", () =>
    Effect.gen(function* () {
      const { findActive } = yield* SmsInstallations
      assert.deepStrictEqual(yield* findActive(first.xid), Option.some(first))
      for (const xid of ["unknown", "disabled", smsInstallationXids.sms_b, first.xid.toUpperCase(), ""]) {
        assert.deepStrictEqual(yield* findActive(xid), Option.none(), xid)
      }
    })
  )

  it.effect("INT-038: lists those of one organization, oldest first", () =>
    Effect.gen(function* () {
      const { insert, list } = yield* SmsInstallations
      yield* insert({ ...row, xid: "newest" })
      const found = yield* list(organizationIds.A)
      const expected = installations.filter(({ organizationId }) => organizationId === organizationIds.A)
      assert.deepStrictEqual(
        found.map(({ xid }) => xid),
        [...expected.map(({ xid }) => xid), "newest"]
      )
      assert.deepStrictEqual(yield* list(organizationIds.C), [])
    })
  )

  it.effect("INT-038: replaces the secrets of one installation", () =>
    Effect.gen(function* () {
      const { findActive, insert, updateSecrets } = yield* SmsInstallations
      yield* insert({ ...row, xid: "rotated" })
      const before = Option.getOrThrow(yield* findActive("rotated"))
      const { id, organizationId } = before
      const secrets = { secretEnc: "k.new", formerSecretEnc: "k.old", rotatedAt: DateTime.add(chatTime, { hours: 1 }) }
      yield* updateSecrets({ id, organizationId: organizationIds.B, ...secrets })
      assert.deepStrictEqual(yield* findActive("rotated"), Option.some(before))
      yield* updateSecrets({ id, organizationId, ...secrets })
      assert.deepStrictEqual(yield* findActive("rotated"), Option.some({ ...before, ...secrets }))
      assert.deepStrictEqual(yield* findActive(first.xid), Option.some(first))
    })
  )
})
