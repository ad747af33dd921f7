import { assert, describe, it } from "@effect/vitest"
import type { ArrivalStatus } from "../../../src/domain/arrivals/ArrivalTask.ts"
import { type ArrivalFacts, arrivalStatus } from "../../../src/domain/arrivals/arrivalStatus.ts"
import { clampWindow } from "../../../src/domain/arrivals/ArrivalsWindow.ts"

const today = "2026-05-10"

const facts: ArrivalFacts = {
  stored: "open",
  isCancelled: false,
  hasBenefitsDue: true,
  isAcknowledged: false,
  checkOut: "2026-05-12",
  today
}

const table: ReadonlyArray<readonly [title: string, change: Partial<ArrivalFacts>, status: ArrivalStatus]> = [
  ["open until it is acknowledged", {}, "open"],
  ["acknowledged after its acknowledgement", { isAcknowledged: true }, "acknowledged"],
  ["open on the day of check-out", { checkOut: today }, "open"],
  ["completed the day after check-out", { checkOut: "2026-05-09" }, "completed"],
  [
    "completed the day after check-out although acknowledged",
    { checkOut: "2026-05-09", isAcknowledged: true },
    "completed"
  ],
  ["open without a check-out date", { checkOut: null }, "open"],
  ["withdrawn when the stay is cancelled", { isCancelled: true }, "withdrawn"],
  ["withdrawn when no benefits are due", { hasBenefitsDue: false }, "withdrawn"],
  ["withdrawn although acknowledged", { isCancelled: true, isAcknowledged: true }, "withdrawn"],
  [
    "withdrawn after the check-out of a stay that was cancelled before",
    { stored: "withdrawn", isCancelled: true, checkOut: "2026-05-09" },
    "withdrawn"
  ],
  [
    "completed although its past stay is cancelled afterwards",
    { stored: "completed", isCancelled: true, checkOut: "2026-05-01" },
    "completed"
  ],
  [
    "completed although its past stay is cancelled before the completion is stored",
    { isCancelled: true, checkOut: "2026-05-01" },
    "completed"
  ],
  [
    "completed although no benefits are due once its stay is past",
    { isAcknowledged: true, hasBenefitsDue: false, checkOut: "2026-05-01" },
    "completed"
  ],
  [
    "withdrawn when a stay that was over is extended and cancelled",
    { stored: "completed", isCancelled: true },
    "withdrawn"
  ],
  ["open again when the stay is reinstated", { stored: "withdrawn" }, "open"],
  [
    "acknowledged again when an acknowledged stay is reinstated",
    { stored: "withdrawn", isAcknowledged: true },
    "acknowledged"
  ],
  ["open again when the stay is extended", { stored: "completed" }, "open"],
  [
    "acknowledged again when an acknowledged stay is extended",
    { stored: "completed", isAcknowledged: true },
    "acknowledged"
  ]
]

describe("arrivalStatus", () => {
  for (const [title, change, status] of table) {
    it(`PAR-037, DOMAIN 6.2: a task is ${title}`, () => {
      assert.strictEqual(arrivalStatus({ ...facts, ...change }), status)
    })
  }
})

describe("clampWindow", () => {
  const window = { from: "2026-05-03", to: "2026-07-09" }
  const clamped = (from?: string, to?: string) => clampWindow(window, { from, to })

  it("PAR-031: narrows to the requested days inside the window", () => {
    assert.deepStrictEqual(clamped(), window)
    assert.deepStrictEqual(clamped("2026-05-20"), { from: "2026-05-20", to: "2026-07-09" })
    assert.deepStrictEqual(clamped("2026-05-20", "2026-05-21"), { from: "2026-05-20", to: "2026-05-21" })
  })

  it("PAR-031: moves dates outside to the nearest day of the window", () => {
    assert.deepStrictEqual(clamped("2020-01-01", "2030-01-01"), window)
    assert.deepStrictEqual(clamped("2020-01-01", "2020-02-01"), { from: "2026-05-03", to: "2026-05-03" })
    assert.deepStrictEqual(clamped("2030-01-01", "2030-02-01"), { from: "2026-07-09", to: "2026-07-09" })
  })
})
