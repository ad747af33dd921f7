import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { listPoolCodes } from "../../../src/domain/codePools/listPoolCodes.ts"
import { listCodePools } from "../../../src/domain/codePools/readCodePools.ts"
import { listPointMultipliers } from "../../../src/domain/multipliers/readPointMultipliers.ts"
import { getProgram, listPrograms } from "../../../src/domain/programs/readPrograms.ts"
import { verifyLedger } from "../../../src/domain/verify/verifyLedger.ts"
import {
  benefitCommands,
  judgeBenefits,
  judgeEntitlements,
  judgePerks,
  readBenefits,
  readEntitlements,
  readPerks
} from "./benefitCommands.ts"
import { type Act, answerOf, asPartner, type Command, perform, type Session } from "./commands.ts"
import { grantPoints, judgeWallet, memberCommands, readWallet } from "./memberCommands.ts"
import type { Model } from "./Model.ts"
import { createPool, judgeStock, poolCommands, readPool, uploadCodes } from "./poolCommands.ts"
import { judgeProgram, programCommands } from "./programCommands.ts"

const page = { limit: 100, offset: 0 }

/**
 * Commands of one organization: half of them about members, whose claims and stays interact with what partners
 * configure.
 */
export const modelHistories: fc.Arbitrary<Iterable<Command>> = fc.commands(
  [
    ...programCommands,
    ...benefitCommands,
    ...poolCommands,
    ...memberCommands,
    ...memberCommands,
    ...memberCommands,
    ...memberCommands
  ],
  { maxCommands: 24, size: "max" }
)

/** The start of every history: points, and pools with codes, so that claims succeed. */
export const begin = async (model: Model, sessions: ReadonlyArray<Session>) => {
  const fill = (pool: number, codes: ReadonlyArray<string>) => (now: Model) =>
    uploadCodes(pool, codes)(now) ?? assert.fail("there is a pool")
  const plans = [
    ...[5000, 5000, 150].map((points, member) => grantPoints(member, points)),
    createPool(0, null, 1),
    createPool(1, 60, null),
    fill(0, ["A", "CODE-0001"]),
    fill(1, ["A", "B"])
  ]
  for (const plan of plans) await perform(plan, model, sessions)
}

/** Reads everything once more: the stores' answers are equal and match the model, and the ledger is consistent. */
export const finish = async (model: Model, sessions: ReadonlyArray<Session>) => {
  const { home, now } = model
  const read = (act: Act) => answerOf(sessions, act, now)
  for (const [programId, program] of model.programs) {
    judgeProgram(program, await read((id) => asPartner(home)(getProgram(id(programId)))))
  }
  for (const [poolId, pool] of model.pools) {
    judgeStock(model, pool, await read(readPool(model, poolId)))
    await read((id) => asPartner(home)(listPoolCodes(id(poolId), page)))
  }
  judgeBenefits(model, await read(readBenefits(model)))
  judgeEntitlements(model, await read(readEntitlements(model)))
  for (const venue of [0, 1]) judgePerks(model, venue, await read(readPerks(model, venue)))
  for (const member of [0, 1, 2]) judgeWallet(model, member, await read(readWallet(model, member)))
  const lists = Effect.all([listPrograms(page), listCodePools(page), listPointMultipliers(page)])
  await read(() => asPartner(home)(lists))
  const ledger = await read(() => verifyLedger())
  assert.deepStrictEqual<unknown>(ledger.at("findings"), [])
}
