import { chai } from "vitest"

const { eql } = chai.util

/**
 * Chai compares errors by name, message and code only. A failure has fields that its message does not show, such as the
 * field of the body in `NotFound`, so these are compared, too.
 */
const comparator = (one: unknown, other: unknown): boolean | null =>
  one instanceof Error && other instanceof Error && !eql({ ...one }, { ...other }, { comparator }) ? false : null

chai.config.deepEqual = (one, other) => eql(one, other, { comparator })
