import { afterAll, afterEach, beforeEach, chai, expect } from "vitest"

const { prototype } = chai.Assertion
const judge = prototype.assert

/** How many assertions were judged in this file. It only grows, so that concurrent tests disturb no count but their own. */
let judged = 0

prototype.assert = function (...judgement) {
  judged++
  return judge.apply(this, judgement)
}

// The next file of the same process counts for itself.
afterAll(() => {
  prototype.assert = judge
})

const atStart = new WeakMap<object, number>()

beforeEach(({ task }) => {
  atStart.set(task, judged)
})

// Whoever reads the report of a run may take a test that passed for a proof.
afterEach(({ task }) => {
  const asserted = atStart.get(task) !== judged || expect.getState().assertionCalls > 0
  if (task.result?.errors === undefined && !asserted) throw new Error("The test asserts nothing")
})
