import { afterAll, afterEach, beforeEach, chai, expect } from "vitest"

const { prototype } = chai.Assertion
const judge = prototype.assert

/**
 * The number of assertions evaluated in this file. It only grows, so that concurrent tests cannot hide a test without
 * any.
 */
let assertionCount = 0

prototype.assert = function (...judgement) {
  assertionCount++
  return judge.apply(this, judgement)
}

// The next file in the same process starts from zero.
afterAll(() => {
  prototype.assert = judge
})

const atStart = new WeakMap<object, number>()

beforeEach(({ task }) => {
  atStart.set(task, assertionCount)
})

// A passed test counts as a proof in the report, so it must have asserted something.
afterEach(({ task }) => {
  const asserted = atStart.get(task) !== assertionCount || expect.getState().assertionCalls > 0
  if (task.result?.errors === undefined && !asserted) throw new Error("The test asserts nothing")
})
