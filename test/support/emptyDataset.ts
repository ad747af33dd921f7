import { Record } from "effect"
import { type Dataset, tables } from "../../src/domain/dataset/Dataset.ts"

/** A state without any row, for tests to fill what they are about. */
export const emptyDataset: Dataset = Record.map(tables, () => [])
