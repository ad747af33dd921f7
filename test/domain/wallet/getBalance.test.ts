import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { getBalance } from "../../../src/domain/wallet/getBalance.ts"
import { atTime } from "../../support/atTime.ts"
import { member, start, staysDataset, wallet } from "../../support/datasets/staysDataset.ts"
import { asMember, grant, twin } from "../../support/memberServices.ts"
import { twins } from "../../support/twins.ts"

const saver = MemberId.make(1)

const dataset = staysDataset({ members: member(saver), enrolments: [], reservations: [], wallets: [wallet(saver)] })

twins("getBalance", twin, dataset, (it) => {
  it.effect(
    "MEM-092: points that expire in exactly 90 days are expiring; those that expire a millisecond later are not",
    () =>
      Effect.gen(function* () {
        const last = DateTime.add(start, { days: 90 })
        yield* grant(saver, 30, { expiresAt: last })
        yield* grant(saver, 50, { expiresAt: DateTime.add(last, { milliseconds: 1 }) })
        const { expiringPoints } = yield* asMember(saver)(getBalance())
        assert.deepStrictEqual(expiringPoints.items, [{ points: 30, expiresAt: DateTime.formatIso(last) }])
      }).pipe(atTime(start))
  )
})
